import { useEffect, useMemo, useState } from 'react';
import type { Block } from '../../../../shared/model/body';
import { ImageIcon } from '../../ui/icons';
import { formatBytes } from '../../ui/number-format';
import { UntrustedText } from '../../ui/untrusted-text';
import { decodeImage, type EmbeddedImage } from '../../workers/embedded-image';
import styles from './entry-image.module.css';

type ImageBlock = Extract<Block, { type: 'image' }>;

/** An embedded image that is known to be one; anything else as what it is said to be and its size. */
export function EntryImage({ block }: { block: ImageBlock }) {
  const decoded = useMemo(() => (block.data === '' ? null : decodeImage(block.data)), [block.data]);
  const [url, setUrl] = useState<string | null>(null);

  useEffect(() => {
    if (!decoded?.ok) return;
    const blobUrl = URL.createObjectURL(new Blob([decoded.bytes], { type: decoded.mediaType }));
    setUrl(blobUrl);
    return () => URL.revokeObjectURL(blobUrl);
  }, [decoded]);

  if (!decoded?.ok) {
    return (
      <p className={styles.placeholder}>
        <ImageIcon />
        <span>
          Image, {reasonOf(block, decoded)}
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
  const { mediaType, width, height, bytes } = decoded;
  return (
    <figure className={styles.figure}>
      {url && (
        <img className={styles.image} src={url} width={width} height={height} alt="Embedded in this entry" />
      )}
      <figcaption className={styles.caption}>
        {mediaType.replace('image/', '').toUpperCase()} {width} × {height}, {formatBytes(bytes.length)}
      </figcaption>
    </figure>
  );
}

function reasonOf(block: ImageBlock, decoded: EmbeddedImage | null): string {
  if (!decoded) return block.totalChars > 0 ? 'too large to show' : 'not embedded, not loaded';
  if (decoded.ok) return '';
  switch (decoded.reason) {
    case 'not-base64':
      return 'not readable as base64';
    case 'not-an-image':
      return 'not a PNG, JPEG, GIF or WebP';
    case 'too-many-pixels':
      return 'too many pixels to show';
  }
}

/** Four characters of base64 stand for three bytes. */
function imageBytes(chars: number): number {
  return Math.floor((chars * 3) / 4);
}
