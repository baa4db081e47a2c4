import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/button';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '../../../ui/icons';
import { formatBytes } from '../../../ui/number-format';
import { useBody } from '../../entry/entry-body';
import { CopyImageButton } from './copy-image-button';
import { type ImageBlock, imageWords, refusalWords, useImageContent } from './image-content';
import styles from './image-viewer.module.css';
import { steppedScale, type Zoom } from './zoom';
import { type DrawnZoom, ZoomedImage } from './zoomed-image';

interface ImageViewerProps {
  row: number;
  /** Index of the block that is shown first. */
  at: number;
  onClose: () => void;
}

interface PlacedImage {
  readonly at: number;
  readonly block: ImageBlock;
}

/** The images of an entry, one at a time, as large as one likes. */
export function ImageViewer({ row, at, onClose }: ImageViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useBody(row);
  const [shownAt, setShownAt] = useState(at);
  const images: readonly PlacedImage[] =
    body.status === 'loaded'
      ? body.body.blocks.flatMap((block, place) => (block.type === 'image' ? [{ block, at: place }] : []))
      : [];
  const place = images.findIndex((image) => image.at === shownAt);
  const shown = images[place];

  // A layout effect: a dialog that is removed gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  function show(step: 1 | -1) {
    const next = images[place + step];
    if (next) setShownAt(next.at);
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Image"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // What stands around it in the transcript is not meant.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'ArrowRight') show(1);
        if (event.key === 'ArrowLeft') show(-1);
      }}
    >
      {shown && (
        <OneImage key={shown.at} row={row} image={shown} onClose={onClose}>
          {images.length > 1 && (
            <span className={styles.turn}>
              <IconButton
                label="Previous image"
                title="Previous image (←)"
                icon={<ChevronLeftIcon />}
                disabled={place === 0}
                onClick={() => show(-1)}
              />
              <span aria-live="polite">
                {place + 1} of {images.length}
              </span>
              <IconButton
                label="Next image"
                title="Next image (→)"
                icon={<ChevronRightIcon />}
                disabled={place === images.length - 1}
                onClick={() => show(1)}
              />
            </span>
          )}
        </OneImage>
      )}
    </dialog>
  );
}

interface OneImageProps {
  row: number;
  image: PlacedImage;
  onClose: () => void;
  children: ReactNode;
}

function OneImage({ row, image: { at, block }, onClose, children }: OneImageProps) {
  const content = useImageContent(row, at, block, true);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [drawn, setDrawn] = useState<DrawnZoom>({ scale: 1, fit: 1 });
  const image = content.status === 'ready' ? content.image : null;
  const step = (direction: 1 | -1) => setZoom(steppedScale(drawn.scale, direction));

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = {
      '+': () => step(1),
      '=': () => step(1),
      '-': () => step(-1),
      '0': () => setZoom('fit'),
      '1': () => setZoom(1),
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the whole dialog
    <div className={styles.content} onKeyDown={press}>
      <header className={styles.bar}>
        <p className={styles.facts}>
          {image ? `${imageWords(image)}, ${formatBytes(image.blob.size)}` : 'Image'}
        </p>
        {children}
        <span className={styles.zoom}>
          <Button
            variant="ghost"
            title="Fit into the window (0)"
            aria-pressed={zoom === 'fit'}
            onClick={() => setZoom('fit')}
          >
            Fit
          </Button>
          <Button
            variant="ghost"
            title="One pixel for each of its own (1)"
            aria-pressed={zoom === 1}
            onClick={() => setZoom(1)}
          >
            100 %
          </Button>
          <IconButton
            label="Smaller"
            title="Smaller (−)"
            icon={<span aria-hidden="true">−</span>}
            onClick={() => step(-1)}
          />
          <span className={styles.scale} aria-live="polite">
            {Math.round(drawn.scale * 100)} %
          </span>
          <IconButton
            label="Larger"
            title="Larger (+)"
            icon={<span aria-hidden="true">+</span>}
            onClick={() => step(1)}
          />
        </span>
        {image && <CopyImageButton key={at} blob={image.blob} />}
        <IconButton label="Close" icon={<CloseIcon />} onClick={onClose} />
      </header>
      {image ? (
        <ZoomedImage image={image} zoom={zoom} onZoom={setZoom} onDrawn={setDrawn} />
      ) : (
        <p className={styles.note}>
          {content.status === 'loading' && 'Reading…'}
          {content.status === 'refused' && `This image is ${refusalWords(content.reason)}.`}
          {content.status === 'failed' && content.error.message}
        </p>
      )}
    </div>
  );
}
