/** What a piece of code is, as far as it has a colour of its own. */
export const CODE_TOKENS = [
  ...(['plain', 'comment', 'keyword', 'string', 'number', 'title'] as const),
  ...(['type', 'name', 'meta', 'added', 'removed'] as const),
] as const;
export type CodeToken = (typeof CODE_TOKENS)[number];

/** The colours of a text: where each run ends, in UTF-16 units, and the index of its token. */
export interface CodeRuns {
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly tokens: Uint8Array<ArrayBuffer>;
}

/** The parts of a hypertext tree (hast) that a highlighter makes. */
interface HastNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly HastNode[];
}

/** What highlight.js calls things, by the token they are shown as. Scopes that are not here look like what is around. */
const SCOPES: ReadonlyMap<string, CodeToken> = new Map(
  (
    [
      ['plain', ['subst', 'params', 'punctuation', 'operator']],
      ['comment', ['comment', 'quote', 'doctag']],
      ['keyword', ['keyword', 'selector-tag', 'name', 'tag-name']],
      ['string', ['string', 'regexp', 'char', 'link', 'code']],
      ['number', ['number', 'literal', 'symbol', 'bullet', 'formula']],
      ['title', ['title', 'section']],
      ['type', ['type', 'built_in', 'class']],
      [
        'name',
        ['attr', 'attribute', 'property', 'variable', 'template-variable', 'selector-class', 'selector-id'],
      ],
      ['meta', ['meta', 'selector-pseudo', 'selector-attr']],
      ['added', ['addition']],
      ['removed', ['deletion']],
    ] as const
  ).flatMap(([token, scopes]) => scopes.map((scope) => [scope, token] as const)),
);

const PREFIX = 'hljs-';

/** Flattens a highlighted tree, with a stack: grammars nest as deep as a text asks them to. */
export function runsOfTree(root: HastNode): CodeRuns {
  const ends: number[] = [];
  const tokens: number[] = [];
  const stack: { readonly node: HastNode; readonly token: number }[] = [{ node: root, token: 0 }];
  let end = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, token } = top;
    if (node.type === 'text') {
      const { value = '' } = node;
      if (value === '') continue;
      end += value.length;
      // A pattern may end between the two halves of a character: then both go to the run after it.
      const runEnd = isHighHalf(value.charCodeAt(value.length - 1)) ? end - 1 : end;
      if (tokens.at(-1) === token) ends[ends.length - 1] = runEnd;
      else {
        ends.push(runEnd);
        tokens.push(token);
      }
      continue;
    }
    const own = tokenOf(node) ?? token;
    const { children = [] } = node;
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child) stack.push({ node: child, token: own });
    }
  }
  if (ends.length > 0) ends[ends.length - 1] = end;
  return { ends: Uint32Array.from(ends), tokens: Uint8Array.from(tokens) };
}

function tokenOf({ properties }: HastNode): number | null {
  const classes = properties?.className;
  if (!Array.isArray(classes)) return null;
  const [first] = classes;
  if (typeof first !== 'string' || !first.startsWith(PREFIX)) return null;
  const token = SCOPES.get(first.slice(PREFIX.length));
  // The name of a class is a type, its other names are titles.
  if (token === 'title' && classes[1] === 'class_') return CODE_TOKENS.indexOf('type');
  return token === undefined ? null : CODE_TOKENS.indexOf(token);
}

function isHighHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
