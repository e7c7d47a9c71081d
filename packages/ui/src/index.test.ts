import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** The modules of node_modules that an import of this door brings along, unused ones shaken off. */
async function packagesBehind(source: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    treeShaking: true,
    external: ['react', 'react-dom', 'react/*'],
    logLevel: 'silent',
  });
  const inputs = Object.values(metafile.outputs)[0]?.inputs ?? {};
  const names = Object.entries(inputs)
    .filter(([, input]) => input.bytesInOutput > 0)
    .map(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)];
}

describe('the doors of the package', () => {
  it('keep charts, palette and calendar out of the main one', async () => {
    const packages = await packagesBehind("export * from './index.ts';");
    expect(packages).toContain('lucide-react');
    expect(packages).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(d3-.+|cmdk|react-day-picker)$/)]));
  });

  it('give a badge without any of the interactive machinery', async () => {
    const packages = await packagesBehind("export { Badge } from './index.ts';");
    expect(packages.sort()).toEqual(['clsx']);
  });

  it('draw charts with a few functions of d3', async () => {
    const packages = await packagesBehind("export * from './charts/index.ts';");
    expect(packages.filter((name) => name.startsWith('d3-')).sort()).toEqual(['d3-array', 'd3-path', 'd3-shape']);
  });
});
