import { create } from 'zustand';
import { readStored, writeStored } from '../ui/stored-value';

/** Text sizes in percent of the normal one. */
export const TEXT_SIZES = [90, 100, 110, 120, 130] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

const KEY = 'text-size';

const useTextSizeState = create<{ size: TextSize }>()(() => ({ size: readStored(KEY, asTextSize, 100) }));

/** The text size, in percent. */
export function useTextSize(): TextSize {
  return useTextSizeState((state) => state.size);
}

/** Px of one rem: for row heights that are computed, not styled. */
export function useRemPx(): number {
  return (16 * useTextSize()) / 100;
}

/** Sets the text size and remembers it. */
export function setTextSize(size: TextSize): void {
  useTextSizeState.setState({ size });
  writeStored(KEY, size);
  applyTextSize();
}

/** The next larger (`1`) or smaller (`-1`) size; the same at the end. */
export function stepTextSize(step: 1 | -1): void {
  const { size } = useTextSizeState.getState();
  setTextSize(TEXT_SIZES[TEXT_SIZES.indexOf(size) + step] ?? size);
}

/** Puts the size on the page; called once at the start. */
export function applyTextSize(): void {
  document.documentElement.dataset.textSize = String(useTextSizeState.getState().size);
}

function asTextSize(value: unknown): TextSize | null {
  return TEXT_SIZES.find((size) => size === value) ?? null;
}
