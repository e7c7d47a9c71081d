/** What our plugins read and make of the syntax tree of a page (mdast). */
export type MarkdownNode = {
  type: string;
  url?: string;
  lang?: string | null;
  meta?: string | null;
  children?: MarkdownNode[];
  data?: { hName?: string; hProperties?: Record<string, string> };
};

/** Replaces the children of every node, from the leaves up. */
export function rewriteChildren(node: MarkdownNode, rewrite: (children: MarkdownNode[]) => MarkdownNode[]): void {
  if (!node.children) return;
  for (const child of node.children) rewriteChildren(child, rewrite);
  node.children = rewrite(node.children);
}
