import { type MarkdownNode, rewriteChildren } from './nodes.ts';

/** Languages that an example may have, in the order of the tabs. */
const labels: Record<string, string> = { bash: 'curl', ts: 'TypeScript', python: 'Python', php: 'PHP' };

const fileName = /^[\w-]+\.\w+$/;

/** The name of the example that a block belongs to. A file name is no such name, but the title of its block. */
function exampleOf({ type, lang, meta }: MarkdownNode): string | undefined {
  if (type !== 'code' || !lang || !meta || !(lang in labels) || fileName.test(meta)) return undefined;
  return meta;
}

function tabsOf(blocks: MarkdownNode[]): MarkdownNode {
  const shown = blocks.map(({ lang }) => labels[lang ?? ''] ?? '').join(',');
  for (const block of blocks) block.meta = null;
  return { type: 'examples', children: blocks, data: { hName: 'example-tabs', hProperties: { 'data-labels': shown } } };
}

function grouped(children: MarkdownNode[]): MarkdownNode[] {
  const result: MarkdownNode[] = [];
  for (let start = 0; start < children.length; ) {
    const example = exampleOf(children[start] as MarkdownNode);
    let end = start + 1;
    while (example && end < children.length && exampleOf(children[end] as MarkdownNode) === example) end += 1;
    const blocks = children.slice(start, end);
    result.push(...(blocks.length > 1 ? [tabsOf(blocks)] : blocks));
    start = end;
  }
  return result;
}

/** Shows one example in several languages, that is neighbouring blocks with the same name, as tabs. */
export function groupExamples() {
  return (tree: MarkdownNode) => {
    rewriteChildren(tree, grouped);
    rewriteChildren(tree, (children) => {
      for (const child of children) {
        if (child.type === 'code' && child.meta && fileName.test(child.meta)) child.meta = `title="${child.meta}"`;
      }
      return children;
    });
  };
}
