import { decodeImage, type EmbeddedImage } from './embedded-image';

/** An image as the page shows it: its bytes out of the page's own memory. */
export type ImageAnswer =
  | (Omit<Extract<EmbeddedImage, { ok: true }>, 'bytes'> & { readonly blob: Blob })
  | Extract<EmbeddedImage, { ok: false }>;

addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(answerTo(data));
});

function answerTo(base64: string): ImageAnswer {
  const image = decodeImage(base64);
  if (!image.ok) return image;
  const { bytes, ...facts } = image;
  return { ...facts, blob: new Blob([bytes], { type: facts.mediaType }) };
}
