import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: { now: () => new Date() } as TestContext['clock'] });
  env = {
    DATABASE_URL: test.urlAs('cli'),
    SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey,
    PAY_BASE_URL: 'https://pay.example',
    LINK_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
});
afterAll(() => test.close());

async function run(args: string[], variables = env) {
  const { code: exit, stdout, stderr } = await tillgate([...args, '--json'], variables);
  return { ...JSON.parse(stdout || stderr), exit };
}
const shopOf = async (environment: 'sandbox' | 'production' = 'sandbox') => {
  const shop = await seed(ctx).owner().application().credentials(environment).mint();
  return { ...shop, at: ['--app', shop.applicationId, '--env', environment] };
};

describe('link', () => {
  it('creates, lists, shows, ends and opens links, with the rights of the command line', async () => {
    const { at } = await shopOf();
    const made = await run(['link', 'create', ...at, '--title', 'Mugs', '--amount', '500', '--reference', 'INV-1']);
    expect(made).toMatchObject({
      exit: 0,
      status: 'open',
      amount: 500,
      url: expect.stringContaining('https://pay.example/p/'),
    });
    const which = [...at, '--link', made.linkId];
    expect(await run(['link', 'show', ...which])).toMatchObject({ exit: 0, linkId: made.linkId, url: made.url });
    expect(await run(['link', 'end', ...which])).toMatchObject({ exit: 0, status: 'ended', endedBy: 'person' });
    expect(await run(['link', 'reopen', ...which])).toMatchObject({ exit: 0, status: 'open' });
    expect(await run(['link', 'list', ...at, '--reference', 'inv1'])).toMatchObject({
      links: [{ linkId: made.linkId }],
      next: null,
    });
    const { stdout } = await tillgate(['link', 'list', ...at], env);
    expect(stdout).toMatch(/LINK +KIND +STATUS +AMOUNT/);
    expect(stdout).toContain('KES 500');
  });

  it('says what is wrong, and what is missing', async () => {
    const { at } = await shopOf();
    const wrong = await run(['link', 'create', ...at, '--title', 'Mugs', '--amount', '0']);
    expect(wrong).toMatchObject({ exit: 1, code: 'invalid_input', issues: [{ path: 'amount' }] });
    const { LINK_KEY: _, PAY_BASE_URL: __, ...without } = env;
    const off = await run(['link', 'create', ...at, '--title', 'Mugs'], without);
    expect(off).toMatchObject({ exit: 1, code: 'forbidden', error: expect.stringContaining('PAY_BASE_URL') });
    expect(await run(['link', 'show', ...at, '--link', 'x'])).toMatchObject({ exit: 1, code: 'not_found' });
  });
});

describe('doctor', () => {
  const examined = async (variables: Record<string, string>) => {
    const { parts } = await run(['doctor'], variables);
    return parts.find(({ part }: { part: string }) => part === 'links');
  };

  it('says whether the pages answer, and whether addresses of links can be shown', async () => {
    const pages = createServer((_request, response) => void response.end('ok')).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    const answering = { ...env, PAY_BASE_URL: `http://127.0.0.1:${(pages.address() as AddressInfo).port}` };
    const { at } = await shopOf();
    await run(['link', 'create', ...at, '--title', 'Mugs', '--amount', '500'], answering);
    expect(await examined(answering)).toMatchObject({ ok: true, detail: expect.stringContaining('answer.') });
    pages.close();
    await once(pages, 'close');
    expect(await examined(answering)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Check PAY_BASE_URL'),
    });
    const other = { ...answering, LINK_KEY: Buffer.alloc(32, 8).toString('base64') };
    expect(await examined(other)).toMatchObject({ ok: false, detail: expect.stringContaining('another LINK_KEY') });
    const { LINK_KEY: _, PAY_BASE_URL: __, ...without } = env;
    expect(await examined(without)).toMatchObject({ ok: false, detail: expect.stringContaining('there are open') });
  });
});

describe('organization links', () => {
  it('lets one of several organizations take real money under a name, and takes that back', async () => {
    const { organizationId, at } = await shopOf('production');
    await shopOf();
    const create = ['link', 'create', ...at, '--title', 'Mugs'];
    expect(await run(create)).toMatchObject({ exit: 1, code: 'forbidden' });
    const which = ['organization', 'links', '--organization', organizationId];
    expect(await run([...which])).toMatchObject({ exit: 1, code: 'invalid_input' });
    expect(await run([...which, '--withdraw'])).toMatchObject({ exit: 1, code: 'invalid_input' });
    expect(await run([...which, '--allow'])).toMatchObject({ exit: 1, issues: [{ path: 'name' }] });
    const allowed = await run([...which, '--allow', '--name', 'Mama Mboga']);
    expect(allowed).toEqual({ exit: 0, organizationId, name: 'Mama Mboga', linksAllowedAt: expect.any(String) });
    expect(await run([...which, '--allow'])).toMatchObject({ exit: 1, code: 'invalid_input' });
    const { linkId } = await run(create);
    const page = () =>
      test.databaseAs('pay').pool.query('SELECT merchant_name, is_suspended FROM public_links WHERE id = $1', [linkId]);
    expect((await page()).rows).toEqual([{ merchant_name: 'Mama Mboga', is_suspended: false }]);
    expect(await run([...which, '--withdraw'])).toMatchObject({ exit: 0, linksAllowedAt: null });
    expect((await page()).rows).toEqual([{ merchant_name: 'Mama Mboga', is_suspended: true }]);
    expect(await run(create)).toMatchObject({ exit: 1, code: 'forbidden' });
  });
});
