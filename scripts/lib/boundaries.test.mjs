// @ts-check
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.mjs';
import { root } from './paths.mjs';
import { runCaptured } from './run.mjs';

/** A small repository with one file per rule that breaks it, and files that come close without breaking any. */
const files = {
  'packages/db/src/index.ts': `export const db = 1; export type Db = number;`,
  'packages/db/src/up.ts': `import type { Port } from '@tillgate/domain'; export type Up = Port;`,
  'packages/domain/src/index.ts': `export * from './ports.ts';`,
  'packages/domain/src/ports.ts': `export type Port = string; export const port = 1;`,
  'packages/domain/src/sideways.ts': `import type { Api } from '@tillgate/provider'; export type Sideways = Api;`,
  'packages/domain/src/web.ts': `import fastify from 'fastify'; export const web = fastify;`,
  'packages/domain/src/disk.ts': `import { readFile } from 'node:fs/promises'; export const disk = readFile;`,
  'packages/domain/src/keys/index.ts': `export { key } from './key.ts'; export { high } from './high.ts';`,
  'packages/domain/src/keys/key.ts': `export const key = 1;`,
  'packages/domain/src/keys/high.ts': `import type { pay } from '../payments/index.ts'; export type high = typeof pay; export const high = 1;`,
  'packages/domain/src/keys/statements.ts': `import { requireScope } from '../kernel/authority.ts'; export const s = requireScope;`,
  'packages/domain/src/keys/beside.ts': `import { review } from '../reviews/index.ts'; export const beside = review;`,
  'packages/domain/src/kernel/authority.ts': `export const requireScope = 1; export type Scope = string;`,
  'packages/domain/src/reviews/index.ts': `export const review = 1;`,
  'packages/domain/src/reviews/statements.ts': `import type { Scope } from '../kernel/authority.ts'; export type S = Scope;`,
  'packages/domain/src/attic/index.ts': `import { key } from '../keys/index.ts'; export const attic = key;`,
  'packages/domain/src/payments/embed-statements.ts': `import { s } from '../keys/statements.ts'; export const embed = s;`,
  'packages/domain/src/payments/index.ts': `export { pay } from './pay.ts';`,
  'packages/domain/src/payments/pay.ts': `import { key } from '../keys/index.ts'; export const pay = key;`,
  'packages/domain/src/payments/deep.ts': `import { key } from '../keys/key.ts'; export const deep = key;`,
  'packages/domain/src/round-a.ts': `import { b } from './round-b.ts'; export const a = b;`,
  'packages/domain/src/round-b.ts': `import { a } from './round-a.ts'; export const b = a;`,
  'packages/domain/src/typed-a.ts': `import type { B } from './typed-b.ts'; export type A = B; export const x = 1;`,
  'packages/domain/src/typed-b.ts': `import { x } from './typed-a.ts'; export type B = number; export const y = x;`,
  'packages/domain/src/testing/index.ts': `export const fake = 1;`,
  'packages/domain/src/faking.ts': `import { fake } from './testing/index.ts'; export const faking = fake;`,
  'packages/domain/src/fine.test.ts': `import { fake } from './testing/index.ts'; export const fine = fake;`,
  'packages/provider/src/index.ts': `import type { Port } from '@tillgate/domain'; export type Api = Port; export const api = 1;`,
  'packages/provider/src/code.ts': `import { port } from '@tillgate/domain'; export const code = port;`,
  'packages/provider/src/rows.ts': `import type { Db } from '@tillgate/db'; export type Rows = Db;`,
  'packages/provider/src/kit/http.ts': `import type { Call } from '../alpha/call.ts'; export type Http = Call;`,
  'packages/provider/src/alpha/call.ts': `import { http } from '../beta/http.ts'; export type Call = typeof http; export const call = http;`,
  'packages/provider/src/beta/http.ts': `import { tokens } from '../kit/tokens.ts'; export const http = tokens;`,
  'packages/provider/src/kit/tokens.ts': `export const tokens = 1;`,
  'packages/provider/src/fine.ts': `import { request } from 'undici'; export const fine = request;`,
  'packages/process/src/down.ts': `import type { Db } from '@tillgate/db'; export type Down = Db;`,
  'packages/process/src/fine.ts': `import { pino } from 'pino'; export const fine = pino;`,
  'packages/sdk/src/crypto.ts': `import { createHmac } from 'node:crypto'; export const c = createHmac;`,
  'packages/sdk/src/ours.ts': `import type { Api } from '@tillgate/provider'; export type Ours = Api;`,
  'packages/sdk/src/fine.ts': `export const fine = 1;`,
  'packages/sdk/src/fine.test.ts': `import { fastify } from 'fastify'; export const app = fastify;`,
  'packages/ui/src/data.tsx': `import { db } from '@tillgate/db'; export const data = <b>{db}</b>;`,
  'inngest/src/index.ts': `export const publish = 1;`,
  'inngest/src/app.ts': `import type { route } from '../../apps/public-api/src/route.ts'; export type App = typeof route;`,
  'inngest/src/mailer.ts': `import { createTransport } from 'nodemailer'; export const mailer = createTransport;`,
  'inngest/src/post.ts': `import { createTransport } from 'nodemailer'; export const post = createTransport;`,
  'inngest/src/deps.ts': `import { api } from '@tillgate/provider'; import { db } from '@tillgate/db'; export const d = [api, db];`,
  'apps/public-api/src/route.ts': `import type { Db } from '@tillgate/db'; export type R = Db; export const route = 1;`,
  'apps/public-api/src/fine.ts': `import type { Logger } from 'pino'; export type Fine = Logger;`,
  'apps/public-api/src/log.ts': `import { pino } from 'pino'; export const log = pino;`,
  'apps/public-api/src/query.ts': `import { db } from '@tillgate/db'; export const query = db;`,
  'apps/public-api/src/push.ts': `import { api } from '@tillgate/provider'; export const push = api;`,
  'apps/public-api/src/call.ts': `import { request } from 'undici'; export const call = request;`,
  'apps/public-api/src/peer.ts': `import type { s } from '../../simulator/src/main.ts'; export type Peer = typeof s;`,
  'apps/public-api/src/lost.ts': `import { nothing } from './nowhere.ts'; export const lost = nothing;`,
  'apps/public-api/src/dev.ts': `import { build } from 'esbuild'; export const dev = build;`,
  'apps/simulator/src/main.ts': `export const s = 1;`,
  'apps/simulator/src/ours.test.ts': `import type { Port } from '@tillgate/domain'; export type Ours = Port;`,
};

const broken = [
  'apps-import-no-app apps/public-api/src/peer.ts',
  'database-only-in-deps apps/public-api/src/query.ts',
  'db-imports-nothing-of-ours packages/db/src/up.ts',
  'declared-packages-only apps/public-api/src/dev.ts',
  'domain-floor-6-imports-what-is-below packages/domain/src/keys/beside.ts',
  'domain-floor-6-imports-what-is-below packages/domain/src/keys/high.ts',
  'domain-folders-through-their-index packages/domain/src/payments/deep.ts',
  'domain-folders-through-their-index packages/domain/src/payments/embed-statements.ts',
  'domain-has-no-framework packages/domain/src/disk.ts',
  'domain-has-no-framework packages/domain/src/web.ts',
  'domain-imports-only-db packages/domain/src/sideways.ts',
  'domain-rooms-stand-on-a-floor packages/domain/src/attic/index.ts',
  'domain-statements-are-sql packages/domain/src/keys/statements.ts',
  'jobs-import-no-app inngest/src/app.ts',
  'mail-through-the-mailer inngest/src/post.ts',
  'one-logger apps/public-api/src/log.ts',
  'outbound-in-two-places apps/public-api/src/call.ts',
  'process-imports-nothing-of-ours packages/process/src/down.ts',
  'provider-imports-only-the-ports packages/provider/src/rows.ts',
  'provider-kit-knows-no-network packages/provider/src/kit/http.ts',
  'provider-needs-only-types-of-the-domain packages/provider/src/code.ts',
  'provider-networks-know-no-other packages/provider/src/alpha/call.ts',
  'provider-only-in-deps apps/public-api/src/push.ts',
  'resolvable apps/public-api/src/lost.ts',
  'sdk-stands-alone packages/sdk/src/crypto.ts',
  'sdk-stands-alone packages/sdk/src/ours.ts',
  'simulator-imports-nothing-of-ours apps/simulator/src/ours.test.ts',
  'tests-only-in-tests packages/domain/src/faking.ts',
  'ui-imports-no-data packages/ui/src/data.tsx',
];

let repository = '';

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'tillgate-boundaries-'));
  const scope = join(repository, 'node_modules/@tillgate');
  mkdirSync(scope, { recursive: true });
  for (const name of ['fastify', 'undici', 'esbuild', 'nodemailer', 'pino']) {
    symlinkSync(join(root, 'node_modules', name), join(repository, 'node_modules', name));
  }
  for (const workspace of [
    'packages/db',
    'packages/domain',
    'packages/process',
    'packages/provider',
    'packages/sdk',
    'packages/ui',
    'inngest',
    'apps/public-api',
    'apps/simulator',
  ]) {
    const name = workspace.split('/').at(-1) ?? '';
    mkdirSync(join(repository, workspace), { recursive: true });
    const dependencies = {
      fastify: '*',
      undici: '*',
      nodemailer: '*',
      pino: '*',
      '@tillgate/db': '*',
      '@tillgate/domain': '*',
      '@tillgate/provider': '*',
    };
    const manifest = {
      name: `@tillgate/${name}`,
      exports: { '.': './src/index.ts' },
      dependencies,
      devDependencies: { esbuild: '*' },
    };
    writeFileSync(join(repository, workspace, 'package.json'), JSON.stringify(manifest));
    symlinkSync(join(repository, workspace), join(scope, name));
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

describe('checkBoundaries', () => {
  it('finds every import that points up and none that does not', async () => {
    const { violations } = await checkBoundaries(repository);
    const found = violations.map(({ rule, from }) => `${rule} ${from}`).sort();
    expect([...new Set(found)]).toEqual(broken);
  });

  it('leaves circles of code to Biome, which allows circles of types', async () => {
    cpSync(join(root, 'biome.json'), join(repository, 'biome.json'));
    const args = ['lint', '--only=suspicious/noImportCycles', '--reporter=json', '--vcs-enabled=false', 'packages'];
    const { stdout } = await runCaptured(join(root, 'node_modules/.bin/biome'), args, { cwd: repository });
    const { diagnostics } = JSON.parse(stdout);
    expect(diagnostics.map((/** @type {any} */ { location }) => location.path).sort()).toEqual([
      'packages/domain/src/round-a.ts',
      'packages/domain/src/round-b.ts',
    ]);
  });
});
