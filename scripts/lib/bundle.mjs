// @ts-check
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

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

/** Packages with programs or files of their own, and those that most processes never load. */
export const outside = [
  ...['@aws-sdk/client-s3', '@cantoo/pdf-lib', '@fastify/swagger-ui', '@node-rs/argon2', '@prisma/client'],
  ...['@simplewebauthn/server', 'pino'],
];

/**
 * @param {string} outdir where the bundle will lie
 * @returns {import('esbuild').Plugin}
 */
const somePackagesStayOutside = (outdir) => ({
  name: 'some-packages-stay-outside',
  setup(bundle) {
    const seen = Symbol('seen');
    bundle.onResolve({ filter: new RegExp(`^(${outside.join('|')})(/|$)`) }, async (args) => {
      if (args.pluginData === seen) return undefined;
      const name = outside.find((one) => args.path === one || args.path.startsWith(`${one}/`)) ?? args.path;
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

/** A module in CommonJS does not know its own URL. */
const urlOfBundle = "const urlOfBundle = require('node:url').pathToFileURL(__filename).href;";

/**
 * Bundles an app for plain Node, into one file: Node needs a second to find and to read hundreds of them. It is a
 * CommonJS module, which costs a fifth less processor time at each start than an ES module of the same code.
 * @param {string} entry without `await` outside of functions, which CommonJS does not have
 * @param {string} outfile within the repository
 */
export async function bundle(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'linked',
    logLevel: 'warning',
    define: { 'import.meta.url': 'urlOfBundle' },
    banner: { js: urlOfBundle },
    plugins: [somePackagesStayOutside(dirname(outfile))],
  });
}
