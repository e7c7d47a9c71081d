// @ts-check
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const ours = '@tillgate/';

/**
 * Where Node finds a package when it is imported from a directory.
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function packageDirectory(name, from) {
  for (let directory = from; ; directory = dirname(directory)) {
    const candidate = join(directory, 'node_modules', name);
    if (existsSync(candidate)) return candidate;
    if (directory === dirname(directory)) return undefined;
  }
}

/**
 * @param {string} outdir where the bundle will lie
 * @returns {import('esbuild').Plugin}
 */
const npmPackagesStayOutside = (outdir) => ({
  name: 'npm-packages-stay-outside',
  setup(bundle) {
    const seen = Symbol('seen');
    bundle.onResolve({ filter: /^[^./]/ }, async (args) => {
      if (args.pluginData === seen || args.kind === 'entry-point') return undefined;
      if (args.path.startsWith(ours) || args.path.startsWith('node:')) return undefined;
      const name = args.path
        .split('/')
        .slice(0, args.path.startsWith('@') ? 2 : 1)
        .join('/');
      const found = packageDirectory(name, args.resolveDir);
      if (!found || found === packageDirectory(name, outdir)) return { path: args.path, external: true };
      // npm put it below the workspace that wants it, where the bundle would not find it by its name.
      const { path, errors } = await bundle.resolve(args.path, {
        kind: args.kind,
        resolveDir: args.resolveDir,
        importer: args.importer,
        pluginData: seen,
      });
      if (errors.length > 0) return { errors };
      return { path: relative(outdir, path).split(sep).join('/'), external: true };
    });
  },
});

/**
 * Bundles an app for plain Node. Our own workspaces are inlined (they are TypeScript source), npm packages stay in
 * node_modules.
 * @param {string} entry
 * @param {string} outfile within the repository
 */
export async function bundle(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [npmPackagesStayOutside(dirname(outfile))],
  });
}
