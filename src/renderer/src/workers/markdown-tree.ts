import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

/** All that Markdown can become. A tree holds no other element, whatever was written. */
const TAGS = [
  ...(['a', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const),
  ...(['hr', 'img', 'input', 'li', 'ol', 'p', 'pre', 'section', 'strong', 'sup'] as const),
  ...(['table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'] as const),
] as const;
type MarkdownTag = (typeof TAGS)[number];

/** What an element of a tree has beside its content; addresses are as written. */
export interface MarkdownFacts {
  readonly href?: string;
  readonly src?: string;
  readonly alt?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Number of the first item of a list. */
  readonly start?: number;
  readonly isChecked?: boolean;
  readonly isTaskList?: boolean;
  /** The language that the fence of a block of code names. */
  readonly language?: string;
}

/** Markdown that was read. Strings are text of the file: also raw HTML, of which nothing is interpreted. */
export interface MarkdownElement {
  readonly tag: MarkdownTag;
  readonly facts: MarkdownFacts;
  readonly children: readonly (MarkdownElement | string)[];
  /** Where it begins in the text, in UTF-16 units. */
  readonly at: number;
  /** Elements of the page that it becomes, about. */
  readonly size: number;
}

/** Reads Markdown (CommonMark and that of GitHub); null where it nests deeper than the parser, which recurses, can go. */
export function readMarkdown(text: string): MarkdownElement | null {
  try {
    const mdast = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    return elementOf(toHast(mdast, { allowDangerousHtml: true }), 0, text.length);
  } catch {
    return null;
  }
}

/** The first elements of a tree, in the order of the text, and where that of the others begins. */
export interface FirstElements {
  readonly tree: MarkdownElement;
  /** In UTF-16 units; null where nothing is left out. */
  readonly restAt: number | null;
}

/** About so many first elements of a tree. What is in it as a whole is the same object each time. */
export function firstElements(tree: MarkdownElement, most: number): FirstElements {
  if (most >= tree.size) return { tree, restAt: null };
  const children: (MarkdownElement | string)[] = [];
  let left = most - ownSize(tree.tag);
  let restAt: number | null = null;
  for (const child of tree.children) {
    if (typeof child === 'string') {
      children.push(child);
      left -= sizeOf(child);
      continue;
    }
    if (left <= 0) {
      restAt = child.at;
      break;
    }
    const first = firstElements(child, left);
    children.push(first.tree);
    left -= child.size;
    if (first.restAt === null) continue;
    restAt = first.restAt;
    break;
  }
  return { tree: { ...tree, children }, restAt };
}

/** What the parser makes: a hypertext tree (hast). */
type HastNode = ReturnType<typeof toHast>;
type Hast = Extract<HastNode, { children: unknown }>;

/** `inherited` is where it begins if that is not told; `end` where what the text does not have itself does. */
function elementOf(node: HastNode, inherited: number, end: number): MarkdownElement {
  const isElement = node.type === 'element';
  const tag = isElement ? tagOf(node.tagName) : 'div';
  const at = node.position?.start.offset ?? inherited;
  const children =
    tag === 'pre'
      ? [textOf(node).replace(/\n$/, '')]
      : ('children' in node ? node.children : []).map((child: Hast['children'][number]) => {
          if (child.type === 'text' || child.type === 'raw') return child.value;
          // The notes at the foot are gathered from all of the text.
          return elementOf(child, isElement ? at : end, end);
        });
  const size = children.reduce<number>((sum, child) => sum + sizeOf(child), ownSize(tag));
  return { tag, facts: isElement ? factsOf(node) : {}, children, at, size };
}

function tagOf(name: string): MarkdownTag {
  return TAGS.find((tag) => tag === name) ?? 'div';
}

function sizeOf(child: MarkdownElement | string): number {
  return typeof child === 'string' ? Number(child !== '\n') : child.size;
}

/** Links and pictures also tell where they lead. */
function ownSize(tag: MarkdownTag): number {
  return tag === 'a' || tag === 'img' ? 4 : 1;
}

function factsOf({ tagName, properties, children }: Extract<HastNode, { type: 'element' }>): MarkdownFacts {
  const { href, src, alt, align, start, checked, className } = properties;
  const code = tagName === 'pre' ? children[0] : undefined;
  const classes = code?.type === 'element' ? code.properties.className : className;
  const names = Array.isArray(classes) ? classes.map(String) : [];
  const language = names.find((name) => name.startsWith(LANGUAGE))?.slice(LANGUAGE.length);
  return {
    ...(typeof href === 'string' && { href }),
    ...(typeof src === 'string' && { src }),
    ...(typeof alt === 'string' && { alt }),
    ...((align === 'left' || align === 'center' || align === 'right') && { align }),
    ...(typeof start === 'number' && { start }),
    ...(typeof checked === 'boolean' && { isChecked: checked }),
    ...(names.includes('contains-task-list') && { isTaskList: true }),
    ...(language !== undefined && { language }),
  };
}

const LANGUAGE = 'language-';

function textOf(node: HastNode): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
