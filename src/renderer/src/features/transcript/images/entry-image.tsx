import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ImageIcon } from '../../../ui/icons';
import { formatBytes } from '../../../ui/number-format';
import { UntrustedText } from '../../../ui/untrusted-text';
import styles from './entry-image.module.css';
import {
  type ImageBlock,
  imageWords,
  type ReadyImage,
  refusalWords,
  useBlobUrl,
  useImageContent,
} from './image-content';
import { ImageViewer } from './image-viewer';

interface EntryImageProps {
  row: number;
  /** Index of the block in its entry. */
  at: number;
  block: ImageBlock;
}

/** An embedded image that is known to be one, which opens large; anything else as what it is said to be and its size. */
export function EntryImage({ row, at, block }: EntryImageProps) {
  const place = useRef<HTMLElement>(null);
  const isNear = useIsNear(place);
  const content = useImageContent(row, at, block, isNear);
  return (
    <figure ref={place} className={styles.figure}>
      {content.status === 'ready' ? (
        <Shown row={row} at={at} image={content.image} />
      ) : (
        <NotShown block={block}>
          {content.status === 'loading' && 'being read'}
          {content.status === 'refused' && refusalWords(content.reason)}
          {content.status === 'failed' && content.error.message}
        </NotShown>
      )}
    </figure>
  );
}

/** In place of an image: what it is said to be, and why it is not here. */
function NotShown({ block, children }: { block: ImageBlock; children: ReactNode }) {
  return (
    <p className={styles.placeholder}>
      <ImageIcon />
      <span>
        Image, {children}
        {block.mediaType && (
          <>
            {' '}
            <code>
              <UntrustedText text={block.mediaType} />
            </code>
          </>
        )}
        {block.totalChars > 0 && ` ${formatBytes(imageBytes(block.totalChars))}`}
        {block.reference !== null && (
          <>
            {' '}
            <code>
              <UntrustedText text={block.reference} />
            </code>
          </>
        )}
      </span>
    </p>
  );
}

function Shown({ row, at, image }: { row: number; at: number; image: ReadyImage }) {
  const url = useBlobUrl(image.blob);
  const [isBroken, setBroken] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const facts = `${imageWords(image)}, ${formatBytes(image.blob.size)}`;
  if (isBroken) {
    return (
      <p className={styles.placeholder}>
        <ImageIcon />
        <span>Image, damaged: it begins as a {facts}, and cannot be drawn</span>
      </p>
    );
  }
  return (
    <>
      {url && (
        <button type="button" className={styles.open} title="Open large" onClick={() => setOpen(true)}>
          <img
            className={styles.image}
            src={url}
            width={image.width}
            height={image.height}
            alt={`Embedded in this entry, ${facts}`}
            decoding="async"
            draggable={false}
            onError={() => setBroken(true)}
          />
        </button>
      )}
      <figcaption className={styles.caption}>{facts}</figcaption>
      {isOpen && <ImageViewer row={row} at={at} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How far outside of the view an image is read already, in px. */
const NEAR = '600px';

/** Whether an element was near the part of the page that is seen. */
function useIsNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}

/** Four characters of base64 stand for three bytes. */
function imageBytes(chars: number): number {
  return Math.floor((chars * 3) / 4);
}
