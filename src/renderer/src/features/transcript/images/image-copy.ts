import { showToast } from '../../../ui/toast-store';

/** Puts an image on the clipboard, as the PNG that all programs take. */
export async function copyImage(blob: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(blob) })]);
    showToast('Image copied.');
  } catch {
    showToast('The image could not be copied.', 'err');
  }
}

async function asPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob;
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}
