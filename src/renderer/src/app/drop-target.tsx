import { useEffect, useState } from 'react';
import { FileIcon } from '../ui/icons';
import { showToast } from '../ui/toast-store';
import styles from './drop-target.module.css';

/** Files and folders dropped anywhere on the window are opened; while they hover, the window says so. */
export function DropTarget() {
  const isOver = useFileDrop(openDropped);
  if (!isOver) return null;
  return (
    <div className={styles.cover} aria-hidden="true">
      <div className={styles.frame}>
        <FileIcon sizeRem={2} />
        <p className={styles.title}>Drop to open</p>
        <p className={styles.hint}>Session files, stores and folders. Nothing is changed by opening.</p>
      </div>
    </div>
  );
}

function openDropped(files: readonly File[]): void {
  if (window.ramify.openDropped(files) === 0)
    showToast('Only files and folders from your disk can be opened here.', 'err');
}

/** Whether files hover over the window; `drop` gets them. */
function useFileDrop(drop: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Entering a child leaves its parent: only the balance says whether the pointer is in the window.
    let depth = 0;
    const listeners = new AbortController();
    const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', on: (event: DragEvent) => void) =>
      window.addEventListener(
        type,
        (event) => {
          if (event.dataTransfer?.types.includes('Files')) on(event);
        },
        { signal: listeners.signal },
      );
    listen('dragenter', (event) => {
      event.preventDefault();
      depth += 1;
      setOver(true);
    });
    listen('dragover', (event) => event.preventDefault());
    listen('dragleave', () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    });
    listen('drop', (event) => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      drop([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listeners.abort();
  }, [drop]);
  return isOver;
}
