import type { Block, Body } from '../model/body';

/** A text of an entry that can be looked through, as a reader sees it. */
export interface EntryText {
  /** The block it is of; null for what is no block. */
  readonly block: number | null;
  /** Whether it is the name of the tool that the block calls. */
  readonly isName: boolean;
  readonly text: string;
}

/**
 * The texts of an entry in the order in which they are shown. The name of a result's tool stands with its call, and
 * is left out; so are the data of images. Facts are shown of bookkeeping only, while nothing is wrong with it.
 */
export function bodyTexts(
  body: Pick<Body, 'blocks' | 'errorMessage' | 'facts' | 'role' | 'problems'>,
): EntryText[] {
  const texts: EntryText[] = [];
  for (const [at, block] of body.blocks.entries()) addBlock(texts, block, at);
  if (body.errorMessage) texts.push(aroundText(body.errorMessage));
  if (body.role === null && body.problems.length === 0)
    for (const { value } of body.facts) if (value !== '') texts.push(aroundText(value));
  return texts;
}

function addBlock(texts: EntryText[], block: Block, at: number): void {
  switch (block.type) {
    case 'text':
    case 'thinking':
      if (block.text !== '') texts.push({ block: at, isName: false, text: block.text });
      break;
    case 'raw':
      if (block.text !== '') texts.push({ block: at, isName: false, text: readableJson(block.text) });
      break;
    case 'tool_call':
      texts.push({ block: at, isName: true, text: block.name });
      if (block.argumentsText.text !== '')
        texts.push({ block: at, isName: false, text: readableJson(block.argumentsText.text) });
      break;
    case 'tool_result':
      if (block.callId === null && block.name !== null)
        texts.push({ block: at, isName: true, text: block.name });
      break;
    case 'image':
      if (block.reference !== null) texts.push({ block: at, isName: false, text: block.reference });
      break;
  }
}

/**
 * JSON with the escapes in its strings undone, as a command or an edit is shown: what is looked for is typed as it is
 * read. A text that does not look like JSON stays what it is.
 */
export function readableJson(text: string): string {
  if (!text.includes('\\') || !/^\s*["[{]/.test(text)) return text;
  return text.replace(ESCAPE, (_escape, letter: string) =>
    letter.length > 1
      ? String.fromCharCode(Number.parseInt(letter.slice(1), 16))
      : (LETTERS[letter] ?? letter),
  );
}

const ESCAPE = /\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/g;
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A text of an entry that is in none of its blocks. */
function aroundText(text: string): EntryText {
  return { block: null, isName: false, text };
}
