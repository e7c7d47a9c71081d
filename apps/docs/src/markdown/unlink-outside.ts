import { type MarkdownNode, rewriteChildren } from './nodes.ts';

/** Whether a link of a page leads to a file of the repository that the site does not show. */
export const isOutside = (url: string): boolean => /^(\.\.\/|(\.\/)?decisions\b|(\.\/)?structure\.md)/.test(url);

/** Keeps the text of links to files that only the repository has. */
export function unlinkOutside() {
  return (tree: MarkdownNode) =>
    rewriteChildren(tree, (children) =>
      children.flatMap((child) =>
        child.type === 'link' && isOutside(child.url ?? '') ? (child.children ?? []) : child,
      ),
    );
}
