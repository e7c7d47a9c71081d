// @ts-check
// Bundles an app for plain Node: `node ../../scripts/build.mjs src/main.ts` in a workspace makes its dist/main.js.
// Our own workspaces are inlined (they are TypeScript source), npm packages stay in node_modules.
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

const ours = '@tillgate/';
const [entry] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/build.mjs <entry>');
  process.exit(2);
}
const outdir = join(process.cwd(), 'dist');

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

/** @type {import('esbuild').Plugin} */
const npmPackagesStayOutside = {
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
};

await build({
  entryPoints: [entry],
  outfile: join(outdir, `${basename(entry).replace(/\.ts$/, '')}.js`),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [npmPackagesStayOutside],
});
