import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../src/version.ts';

const bytesMax = 10_000;
const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const own = join(root, 'packages/sdk');
/** What npm would publish, and a project that has it installed. */
let packed = '';
let project = '';
let manifest: Record<string, unknown> & { version: string; exports: Record<string, unknown> };

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-sdk-'));
  [packed, project] = [join(directory, 'package'), join(directory, 'project')];
  await run(process.execPath, [join(root, 'scripts/sdk-build.mjs'), '--out', join(packed, 'dist')]);
  for (const name of ['package.json', 'README.md', 'LICENSE']) await cp(join(own, name), join(packed, name));
  manifest = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'));
  await mkdir(join(project, 'node_modules/@tillgate'), { recursive: true });
  await symlink(packed, join(project, 'node_modules/@tillgate/sdk'));
});
afterAll(() => rm(join(packed, '..'), { recursive: true, force: true }));

const compilersOf = () => ({
  'TypeScript 5': join(own, 'node_modules/.bin/tsc'),
  'the newest TypeScript': join(root, 'node_modules/.bin/tsc'),
});

/** Every path that a program can import. */
const entries = () =>
  Object.keys(manifest.exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => `@tillgate/sdk${path.slice(1)}`);

it('depends on nothing and runs nothing when it is installed', () => {
  expect(Object.keys(manifest).filter((name) => /dependencies$/i.test(name))).toEqual(['devDependencies']);
  expect(Object.keys(manifest.scripts as object).filter((name) => /install|prepare|publish/.test(name))).toEqual([]);
  expect(manifest.version).toBe(version);
});

it(`is smaller than ${bytesMax} bytes, minified and gzipped, with all of its entries`, async () => {
  const contents = entries()
    .map((entry, index) => `export * as e${index} from '${entry}';`)
    .join('\n');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThan(bytesMax);
});

it('is packaged as publint wants it', async () => {
  const { messages } = await publint({ pkgDir: packed, pack: false, strict: true });
  expect(messages).toEqual([]);
});

it('is published with its modules, their types, its page and its licence, and nothing else', async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--dry-run'], { cwd: packed });
  const [{ files }] = JSON.parse(stdout);
  const modules = (await readdir(join(own, 'src'), { recursive: true }))
    .filter((path) => path.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(path))
    .map((path) => path.slice(0, -'.ts'.length));
  const made = ['esm', 'cjs'].flatMap((format) => [
    `dist/${format}/package.json`,
    ...modules.flatMap((path) => [`dist/${format}/${path}.js`, `dist/${format}/${path}.d.ts`]),
  ]);
  expect(files.map(({ path }: { path: string }) => path).sort()).toEqual(
    ['LICENSE', 'README.md', 'package.json', ...made].sort(),
  );
});

it('says where it comes from, and is published for everybody with a proof of that', () => {
  expect(manifest).toMatchObject({
    repository: { type: 'git', directory: 'packages/sdk' },
    publishConfig: { access: 'public', provenance: true },
  });
});

it('has types that are right for every way to import it', async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd: packed });
  const [{ filename }] = JSON.parse(stdout);
  const result = await checkPackage(createPackageFromTarballData(await readFile(join(project, filename))));
  if (!result.types) throw new Error('it has no types');
  // Node.js 10 knew no exports, so it finds the main entry only.
  const problems = result.problems.filter((each) => !('resolutionKind' in each && each.resolutionKind === 'node10'));
  expect(problems).toEqual([]);
});

describe('a program', () => {
  it('imports each entry, and requires it', async () => {
    const names = (open: string) => `
      const all = {};
      for (const entry of ${JSON.stringify(entries())}) all[entry] = Object.keys(${open}).sort();
      console.log(JSON.stringify(all));`;
    const mjs = await run(process.execPath, ['--input-type=module', '-e', names('await import(entry)')], {
      cwd: project,
    });
    const cjs = await run(process.execPath, ['--input-type=commonjs', '-e', names('require(entry)')], { cwd: project });
    const [imported, required] = [JSON.parse(mjs.stdout), JSON.parse(cjs.stdout)];
    expect(imported['@tillgate/sdk']).toContain('Tillgate');
    for (const name of ['express', 'fastify', 'hono', 'next']) {
      expect(imported[`@tillgate/sdk/${name}`]).toEqual(['tillgateWebhook']);
    }
    expect(required).toEqual(imported);
  });

  const program = `
    import { isTillgateError, Tillgate, type Payment, type PaymentStatus } from '@tillgate/sdk';
    import { type WebhookEvent, verifyWebhook, webhookHandler } from '@tillgate/sdk/webhooks';
    import { tillgateWebhook } from '@tillgate/sdk/next';
    export async function pay(): Promise<PaymentStatus> {
      const tillgate = new Tillgate({ apiKey: 'mp_test_x', baseUrl: 'https://pay.example.com' });
      // @ts-expect-error The amount is a number of whole KES.
      await tillgate.collect({ amount: '10', phone: '254712345678' });
      // @ts-expect-error A key is an option of the call.
      await tillgate.collect({ amount: 10, phone: '254712345678', idempotencyKey: 'k' });
      for await (const payment of tillgate.listPayments({ status: 'success', createdFrom: new Date() })) {
        const kept: Payment = payment;
        const receipt: string | null = kept.providerReceipt;
        console.log(receipt);
      }
      try {
        const { paymentId } = await tillgate.collect({ amount: 10, phone: '254712345678', metadata: { order: [1] } });
        return await tillgate.waitForPayment(paymentId, { timeoutMs: 1, signal: AbortSignal.timeout(1) });
      } catch (error) {
        if (!isTillgateError(error)) throw error;
        switch (error.code) {
          case 'invalid_input': throw new Error(error.issues.map(({ path }) => path).join());
          case 'limit_exceeded': throw new Error(String(error.max - (error.used ?? 0)));
          case 'provider_rejected': throw new Error(error.decoded?.customerMessage ?? error.upstream.code);
          case 'timed_out': throw new Error(error.idempotencyKey);
          case 'rate_limited': throw new Error(String(error.retryAfterSeconds.toFixed()));
          default: throw error;
        }
      }
    }
    const take = (event: WebhookEvent): number | string => {
      switch (event.type) {
        case 'payment.success': return event.data.amount;
        case 'payment.failed': return event.data.decoded.customerMessage;
        case 'payout.result': return event.data.phone;
        case 'refund.result': return event.data.transactionId;
        case 'admin.account_balance': return event.data.accounts?.[0]?.available ?? event.data.resultDesc;
        case 'admin.transaction_status': return event.data.result?.receipt ?? event.id;
        default: { const never: never = event; return never; }
      }
    };
    export const POST = tillgateWebhook({ secret: 'whsec_x', onEvent: take });
    export const serve = webhookHandler({ secret: () => ['a', 'b'], onEvent: async (event, request) => [take(event), request.url] });
    export const verified = verifyWebhook({ body: new Uint8Array(), headers: {}, secret: ['whsec_x'] });
  `;
  /** The first program of each page, which people copy. */
  const quickStarts = ['README.md', 'docs/sdk.md', 'packages/sdk/README.md'].map((page) => {
    const [, block = ''] =
      /^```ts\n(import \{ Tillgate \} .*?)^```$/ms.exec(readFileSync(join(root, page), 'utf8')) ?? [];
    expect(block, page).toContain('tillgate.collect(');
    return block;
  });

  const environments = {
    'with the types of a browser': { options: { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] }, pages: [] },
    'with the types of Node.js, and so is what the pages show': {
      options: { lib: ['ES2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      pages: quickStarts,
    },
  };
  const cases = Object.entries(compilersOf()).flatMap(([compiler, tsc]) =>
    Object.entries(environments).map(([environment, one]) => ({ compiler, tsc, environment, ...one })),
  );

  it.each(cases)(
    'is checked by $compiler $environment, as a module and as CommonJS',
    async ({ tsc, options, pages }) => {
      const sources = { 'program.mts': program, 'program.cts': program };
      const shown = Object.fromEntries(pages.map((block, index) => [`quick-start-${index}.mts`, block]));
      const files = Object.entries({ ...sources, ...shown });
      await Promise.all(files.map(([file, source]) => writeFile(join(project, file), source)));
      // The library of the compiler is not ours to check.
      const how = { target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true, skipDefaultLibCheck: true };
      await writeFile(
        join(project, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: { ...options, ...how }, files: files.map(([file]) => file) }),
      );
      const { stdout } = await run(tsc, ['-p', '.'], { cwd: project }).catch((error) => error as { stdout: string });
      expect(stdout).toBe('');
    },
  );
});
