import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names';
import { type ReadyImage, useBlobUrl } from './image-content';
import styles from './image-viewer.module.css';
import { fittingScale, keptScroll, type Zoom } from './zoom';

/** The factor an image is drawn with, and the one it would fit with. */
export interface DrawnZoom {
  readonly scale: number;
  readonly fit: number;
}

interface ZoomedImageProps {
  image: ReadyImage;
  zoom: Zoom;
  onZoom: (zoom: number) => void;
  onDrawn: (drawn: DrawnZoom) => void;
}

const LEAST = 0.05;
const MOST = 16;

/** An image in a view that scrolls: Ctrl and the wheel zoom at the pointer, dragging moves it. */
export function ZoomedImage({ image, zoom, onZoom, onDrawn }: ZoomedImageProps) {
  const view = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [isBroken, setBroken] = useState(false);
  const url = useBlobUrl(image.blob);
  const fit = fittingScale(image, room);
  const scale = zoom === 'fit' ? fit : zoom;

  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const report = useEffectEvent(() => onDrawn({ scale, fit }));
  useLayoutEffect(() => {
    if (scale > 0 && fit > 0) report();
  }, [scale, fit]);

  const zoomAt = useEffectEvent((event: WheelEvent) => {
    const element = view.current;
    if (!element || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const next = Math.min(MOST, Math.max(LEAST, scale * Math.exp(-event.deltaY / 300)));
    const { left, top } = element.getBoundingClientRect();
    const to = {
      left: keptScroll(element.scrollLeft, event.clientX - left, next / scale),
      top: keptScroll(element.scrollTop, event.clientY - top, next / scale),
    };
    onZoom(next);
    // Once it has its new size.
    requestAnimationFrame(() => element.scrollTo(to));
  });
  useEffect(() => {
    const element = view.current;
    const turn = (event: WheelEvent) => zoomAt(event);
    // React listens passively, and then the window itself would zoom.
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);

  function drag(event: PointerEvent) {
    const element = view.current;
    if (!element || event.buttons !== 1) return;
    element.scrollBy(-event.movementX, -event.movementY);
  }

  if (isBroken) return <p className={styles.note}>This image is damaged and cannot be drawn.</p>;
  const isLarger = scale > fit + 0.001;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a dialog, no section of the page
    <div
      ref={view}
      className={classNames(styles.view, isLarger && styles.movable)}
      role="group"
      aria-label="Image, scrolled with the arrow keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
      tabIndex={0}
      onKeyDown={(event) => {
        // What is larger than its view is moved by them; else they lead to the image before or after.
        if (isLarger && /^Arrow(Left|Right)$/.test(event.key)) event.stopPropagation();
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      {url && room.width > 0 && (
        <img
          className={classNames(styles.image, scale >= 2 && styles.pixels)}
          src={url}
          alt="Embedded in the entry"
          decoding="async"
          draggable={false}
          style={{ width: image.width * scale, height: image.height * scale }}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
