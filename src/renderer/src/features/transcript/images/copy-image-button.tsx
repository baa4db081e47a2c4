import { useEffect, useState } from 'react';
import { IconButton } from '../../../ui/button';
import { CheckIcon, CopyIcon, ErrorIcon } from '../../../ui/icons';

type Outcome = 'none' | 'copied' | 'failed';

const LABELS = { none: 'Copy image', copied: 'Copied', failed: 'The image could not be copied' } as const;
const ICONS = { none: <CopyIcon />, copied: <CheckIcon />, failed: <ErrorIcon /> } as const;

/** Puts an image on the clipboard. It tells the outcome itself: a toast would stand behind the dialog. */
export function CopyImageButton({ blob }: { blob: Blob }) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(blob) })]);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  }

  return <IconButton label={LABELS[outcome]} icon={ICONS[outcome]} onClick={() => void copy()} />;
}

/** All programs take a PNG from the clipboard. */
async function asPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob;
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
