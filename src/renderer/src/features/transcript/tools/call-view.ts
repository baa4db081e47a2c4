import type { Block } from '../../../../../shared/model/body';
import { type Arguments, NO_ARGUMENTS, parseArguments } from '../../../../../shared/tools/arguments';
import { detailsIn } from '../../../../../shared/tools/details';
import { familyOf, type ToolFamily } from '../../../../../shared/tools/family';
import type { Outcome, PairedCall, PairedResult } from '../../../../../shared/tree/tool-calls';

/** A tool call as its card shows it: what kind it is, and what it was given and gave back, as far as that is whole. */
export interface CallView {
  /** `other` too where the arguments are no JSON object, or too long to be here whole. */
  readonly family: ToolFamily;
  readonly args: Arguments;
  /** The text of the result; null where there is none yet, or not all of it is here. */
  readonly output: string | null;
  /** Further facts that agents store beside the text of a result. */
  readonly details: readonly Arguments[];
}

/** What the body of an open card is drawn from. */
export interface ToolBodyProps {
  row: number;
  paired: PairedCall;
  view: CallView;
  /** Null while the result is being read. */
  outcome: Outcome | null;
}

/** Labels of the raw blocks that agents keep such facts in. */
const DETAIL_LABELS = new Set(['details', 'metadata']);

export function callView({ call, result }: Pick<PairedCall, 'call' | 'result'>): CallView {
  const { text, totalChars } = call.argumentsText;
  const args = text.length === totalChars ? parseArguments(text) : null;
  return {
    family: args === null ? 'other' : familyOf(call.name, args),
    args: args ?? NO_ARGUMENTS,
    output: result === null ? null : outputOf(result),
    details: result === null ? [] : detailsOf(result),
  };
}

function outputOf({ blocks }: PairedResult): string | null {
  const texts = blocks.map(({ block }) => block).filter(isText);
  if (texts.some(({ text, totalChars }) => text.length < totalChars)) return null;
  return texts.map(({ text }) => text).join('\n');
}

function isText(block: Block): block is Extract<Block, { type: 'text' }> {
  return block.type === 'text';
}

function detailsOf({ blocks }: PairedResult): readonly Arguments[] {
  return blocks.flatMap(({ block }) => {
    if (block.type !== 'raw' || !DETAIL_LABELS.has(block.label)) return [];
    return detailsIn(block.text);
  });
}
