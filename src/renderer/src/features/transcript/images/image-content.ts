import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { OperationError } from '../../../../../shared/contract/errors';
import { type Block, MAX_IMAGE_CHARS } from '../../../../../shared/model/body';
import { call, errorOf } from '../../../app/bridge';
import { KEPT_MS } from '../../entry/entry-body';
import { type SessionScope, useSessionScope } from '../../entry/session-scope';
import { decodeImage, type EmbeddedImage, imageOfBytes } from './embedded-image';

export type ImageBlock = Extract<Block, { type: 'image' }>;

/** An image that can be shown: its bytes, out of the page's own memory, and what its head says. */
export interface ReadyImage {
  readonly blob: Blob;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

type Refusal = Extract<EmbeddedImage, { ok: false }>['reason'] | 'not-embedded' | 'too-large';

/** An image on its way, there, or not to be shown. */
export type ImageContent =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly image: ReadyImage }
  | { readonly status: 'refused'; readonly reason: Refusal }
  | { readonly status: 'failed'; readonly error: OperationError };

/** The image of a block. A large one is read by itself, and only while `isWanted`. */
export function useImageContent(row: number, at: number, block: ImageBlock, isWanted: boolean): ImageContent {
  const scope = useSessionScope();
  const { fileId, generation, sessionId } = scope;
  const isInline = block.data !== '';
  const isApart = !isInline && block.totalChars > 0 && block.totalChars <= MAX_IMAGE_CHARS;
  const inline = useMemo(
    () => (isInline ? contentOf(decodeImage(block.data)) : null),
    [isInline, block.data],
  );
  const { data, error } = useQuery({
    queryKey: ['image', fileId, generation, sessionId, row, at],
    queryFn: () => inTurn(() => readImage(scope, row, at)),
    enabled: isApart && isWanted,
    gcTime: KEPT_MS,
    // The blob in it is compared by nothing but itself.
    structuralSharing: false,
  });
  if (inline) return inline;
  if (!isApart) return { status: 'refused', reason: block.totalChars > 0 ? 'too-large' : 'not-embedded' };
  if (data) return data;
  return error ? { status: 'failed', error: errorOf(error) } : { status: 'loading' };
}

async function readImage(
  { fileId, sessionId }: SessionScope,
  row: number,
  block: number,
): Promise<ImageContent> {
  const bytes = await call('session.image', { fileId, sessionId, row, block });
  return contentOf(imageOfBytes(bytes));
}

function contentOf(image: EmbeddedImage): ImageContent {
  if (!image.ok) return { status: 'refused', reason: image.reason };
  const { bytes, mediaType, width, height } = image;
  return {
    status: 'ready',
    image: { blob: new Blob([bytes], { type: mediaType }), mediaType, width, height },
  };
}

/** The one that is being read; each takes its turn, so that none of them keeps the page from a frame for long. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(read: () => Promise<T>): Promise<T> {
  const turn = last.then(read, read);
  last = turn.catch(() => undefined);
  return turn;
}

/** An address by which this page shows a blob, while the component is there. */
export function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob === null ? null : url;
}

/** What keeps an image from being shown, in words. */
export function refusalWords(reason: Refusal): string {
  switch (reason) {
    case 'not-embedded':
      return 'not embedded, not loaded';
    case 'too-large':
      return 'too large to show';
    case 'not-base64':
      return 'not readable as base64';
    case 'not-an-image':
      return 'not a PNG, JPEG, GIF or WebP';
    case 'too-many-pixels':
      return 'too many pixels to show';
  }
}

/** `PNG 640 × 480, 12.3 kB`, but for the size. */
export function imageWords({ mediaType, width, height }: ReadyImage): string {
  return `${mediaType.replace('image/', '').toUpperCase()} ${width} × ${height}`;
}
