import { bodyOf, type PlacedItem } from './body';

/** The whole text of one block of an item's body; undefined when it has no such block. */
export function blockText(placed: PlacedItem, isStrict: boolean, block: number): string | undefined {
  const whole = { maxChars: Number.POSITIVE_INFINITY, maxImageChars: Number.POSITIVE_INFINITY };
  const found = bodyOf(placed, isStrict, whole).blocks[block];
  switch (found?.type) {
    case 'text':
    case 'thinking':
    case 'raw':
      return found.text;
    case 'tool_call':
      return found.argumentsText.text;
    case 'image':
      return found.data;
    case 'tool_result':
      return '';
    case undefined:
      return undefined;
  }
}
