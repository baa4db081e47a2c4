import type { Block, Body } from '../../../../shared/model/body';
import { formatBytes } from '../../ui/number-format';
import { formatJson } from '../entry/json-text';
import { withoutColourCodes } from '../entry/terminal-text';
import { type DiffPart, diffTexts } from './text-diff';

/** One piece of an entry as it is compared: a text, a call with its arguments, an output. */
export interface Segment {
  /** What stands over it; empty for a plain text. */
  readonly label: string;
  readonly text: string;
  /** Code and output stand in a monospace, and are compared by lines. */
  readonly isCode: boolean;
  /** UTF-16 units the stored text has beyond this one. */
  readonly cutChars: number;
}

/** Segments that belong together; null where a side has none. */
export interface ComparedSegment {
  readonly label: string;
  readonly isCode: boolean;
  readonly left: readonly DiffPart[] | null;
  readonly right: readonly DiffPart[] | null;
  readonly cutChars: number;
}

/** The segments of an entry, in their order. */
export function segmentsOf(body: Body): Segment[] {
  const isResult = body.blocks.some((block) => block.type === 'tool_result');
  const segments = body.blocks.flatMap((block) => segmentOf(block, isResult));
  if (body.errorMessage === null) return segments;
  return [...segments, { label: 'Error', text: body.errorMessage, isCode: false, cutChars: 0 }];
}

function segmentOf(block: Block, isResult: boolean): Segment[] {
  switch (block.type) {
    case 'text': {
      const text = isResult ? withoutColourCodes(block.text) : block.text;
      return [{ label: '', text, isCode: isResult, cutChars: block.totalChars - block.text.length }];
    }
    case 'thinking':
      return [
        {
          label: 'Thinking',
          text: block.text,
          isCode: false,
          cutChars: block.totalChars - block.text.length,
        },
      ];
    case 'tool_call':
      return [jsonSegment(block.name, block.argumentsText)];
    case 'tool_result':
      return [];
    case 'image': {
      const about = block.reference ?? formatBytes(Math.floor((block.totalChars * 3) / 4));
      return [
        { label: 'Image', text: `${block.mediaType ?? ''} ${about}`.trim(), isCode: false, cutChars: 0 },
      ];
    }
    case 'raw':
      return [jsonSegment(block.label, block)];
  }
}

function jsonSegment(label: string, { text, totalChars }: { text: string; totalChars: number }): Segment {
  const formatted = text.length === totalChars ? formatJson(text) : null;
  return { label, text: formatted ?? text, isCode: true, cutChars: totalChars - text.length };
}

/** Puts the segments of two entries side by side: those of one label in order, the others alone in their place. */
export function compareSegments(left: readonly Segment[], right: readonly Segment[]): ComparedSegment[] {
  const compared: ComparedSegment[] = [];
  let next = 0;
  for (const segment of left) {
    const at = right.findIndex(
      ({ label, isCode }, place) => place >= next && label === segment.label && isCode === segment.isCode,
    );
    const partner = right[at];
    if (partner === undefined) {
      compared.push(alone(segment, 'left'));
      continue;
    }
    for (const between of right.slice(next, at)) compared.push(alone(between, 'right'));
    const diff = diffTexts(segment.text, partner.text, segment.isCode ? 'lines' : 'words');
    const cutChars = Math.max(segment.cutChars, partner.cutChars);
    compared.push({ label: segment.label, isCode: segment.isCode, ...diff, cutChars });
    next = at + 1;
  }
  for (const rest of right.slice(next)) compared.push(alone(rest, 'right'));
  return compared;
}

function alone({ label, isCode, text, cutChars }: Segment, side: 'left' | 'right'): ComparedSegment {
  const parts = [{ text, isChanged: true }];
  return {
    label,
    isCode,
    left: side === 'left' ? parts : null,
    right: side === 'right' ? parts : null,
    cutChars,
  };
}

/** The segments of an entry that stands alone, or is the same on both sides: nothing of it is marked. */
export function plainSegments(
  segments: readonly Segment[],
  sides: 'left' | 'right' | 'both',
): ComparedSegment[] {
  return segments.map(({ label, isCode, text, cutChars }) => {
    const parts = [{ text, isChanged: false }];
    return {
      label,
      isCode,
      left: sides === 'right' ? null : parts,
      right: sides === 'left' ? null : parts,
      cutChars,
    };
  });
}
