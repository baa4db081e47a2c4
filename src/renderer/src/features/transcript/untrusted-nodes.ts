/** The parts of a hypertext tree (hast) that the plugin below looks at. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[] | undefined;
}

/** Elements that stand for text of the file; Markdown itself makes neither, and raw HTML is never parsed. */
export const PROSE_TEXT = 'bdi';
export const CODE_TEXT = 'samp';

/**
 * Puts every text of a Markdown tree into an element of its own, so that a component of ours shows it,
 * and turns raw HTML into such text. Walks with a stack: documents nest as deep as they like.
 */
export function rehypeUntrustedText() {
  return (root: HastNode): void => {
    const stack = [{ node: root, isCode: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { node } = top;
      const isCode = top.isCode || node.tagName === 'code';
      node.children = node.children?.map((child) => wrapText(child, isCode));
      for (const child of node.children ?? []) {
        if (child.tagName !== PROSE_TEXT && child.tagName !== CODE_TEXT) stack.push({ node: child, isCode });
      }
    }
  };
}

function wrapText(node: HastNode, isCode: boolean): HastNode {
  if (node.type !== 'text' && node.type !== 'raw') return node;
  // Line breaks between blocks stay: tables allow no element there.
  if (node.type === 'text' && node.value === '\n') return node;
  return {
    type: 'element',
    tagName: isCode ? CODE_TEXT : PROSE_TEXT,
    properties: {},
    children: [{ type: 'text', value: node.value ?? '' }],
  };
}
