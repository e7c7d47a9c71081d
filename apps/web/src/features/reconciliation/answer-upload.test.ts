import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '@/auth';
import { signedIn, testDeps } from '@/trpc/testing';
import { answerUpload } from './answer-upload.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;
let shortcode: string;
beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding)
    .owner()
    .application()
    .credentials('sandbox')
    .member('finance')
    .member('support')
    .mint();
  stranger = await seed(deps.seeding).owner().application().credentials('sandbox').mint();
  ({ shortcode } = await shop.providerAccount('sandbox'));
});
afterAll(() => test?.close());

const personOf = (role: 'owner' | 'finance' | 'support') =>
  signedIn(deps, shop.members.find((member) => member.role === role) ?? shop.owner);

const may = [
  'Receipt No.,Completion Time,Transaction Status,Paid In,Withdrawn,Balance',
  'TEE0000001,20-05-2025 10:00:00,Completed,"1,000.00",,"1,000.00"',
].join('\n');

type Sent = {
  person?: Person | undefined;
  step?: string;
  body?: BodyInit;
  name?: string;
  shortcode?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  address?: { applicationId?: string; environment?: string };
};

async function send({ person, step = 'preview', body = may, name = 'may.csv', headers, address, ...sent }: Sent) {
  const query = new URLSearchParams({ shortcode: sent.shortcode ?? shortcode, name, step, ...sent.query });
  const request = new Request(`http://localhost:3000/api/statements?${query}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);
  const place = { applicationId: shop.applicationId, environment: 'sandbox', ...address };
  const answer = await answerUpload(request, deps, async () => person, place);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const kept = () => test.database.prisma.statement.count();

/** A body that fails the test when anybody reads it. */
function unread() {
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, pulled: () => pulled };
}

describe('a statement that is sent', () => {
  it('is previewed, and kept only when it is imported', async () => {
    const preview = await send({ person: personOf('finance') });
    expect(preview).toMatchObject({ status: 200, body: { lines: { count: 1, fresh: 1 }, importedAs: null } });
    expect(preview.headers.get('cache-control')).toBe('private, no-store');
    expect(await kept()).toBe(0);
    const imported = await send({ person: personOf('finance'), step: 'import' });
    expect(imported).toMatchObject({ status: 200, body: { isNew: true, matched: { opened: { missingHere: 1 } } } });
    const again = await send({ person: personOf('owner'), step: 'import' });
    expect(again.body).toMatchObject({ isNew: false, statementId: imported.body.statementId });
    expect(await kept()).toBe(1);
  });

  it('is asked about when its name says another shortcode, in the words of the person', async () => {
    const name = 'Statements for 999888 from 2026-11-20 to 2026-11-20.csv';
    const person = personOf('finance');
    const issues = [{ path: 'fileName' }];
    expect(await send({ person, name })).toMatchObject({
      status: 422,
      body: { detail: `The name of this file says 999888. Confirm it if it is a statement of ${shortcode}.`, issues },
    });
    const swahili = await send({ person, name, headers: { cookie: 'tillgate-locale=sw' } });
    expect(swahili.body.detail).toContain('Jina la faili hili linasema 999888.');
    expect((await send({ person, name, query: { despiteName: 'true' } })).status).toBe(200);
  });

  it('says in the words of the person which rows it cannot read, and why', async () => {
    const person = personOf('finance');
    const odd = 'TEE0000009,soon,Completed,5.00,,';
    const swahili = { person, headers: { cookie: 'tillgate-locale=sw' } };
    const { body } = await send({ ...swahili, body: `${may}\n${odd}` });
    const why = 'Mstari wa 3: muda wa kukamilika “soon” si muda.';
    expect(body.problems).toEqual({ count: 1, shown: [{ row: 3, why, text: 'TEE0000009 | soon | Completed | 5.00' }] });
    const nothing = await send({ ...swahili, body: may.replace(/\n.*$/, `\n${odd.replace('soon', 'kesho')}`) });
    expect(nothing).toMatchObject({
      status: 422,
      body: { detail: 'Hakuna mstari wake uliosomeka. Mstari wa 2: muda wa kukamilika “kesho” si muda.' },
    });
  });

  it.each([
    ['nobody', () => undefined, {}, 401, 'unauthenticated'],
    ['a role that may not', () => personOf('support'), {}, 403, 'forbidden'],
    [
      'a page of another site',
      () => personOf('owner'),
      { headers: { 'sec-fetch-site': 'cross-site' } },
      403,
      'forbidden',
    ],
    ['a stranger', () => signedIn(deps, stranger.owner), {}, 404, 'not_found'],
    ['no environment', () => personOf('owner'), { address: { environment: 'x' } }, 404, 'not_found'],
    ['a malformed application', () => personOf('owner'), { address: { applicationId: '../..' } }, 404, 'not_found'],
  ])('is refused for %s, and not read', async (_, person, sent, status, domainCode) => {
    const { stream, pulled } = unread();
    const answer = await send({ person: person(), body: stream, ...sent });
    expect(answer).toMatchObject({ status, body: { domainCode } });
    expect(pulled()).toBe(0);
  });

  it('is refused above 20 MB, whether or not it says so, and read no further', async () => {
    const { stream, pulled } = unread();
    expect(await send({ person: personOf('owner'), body: stream })).toMatchObject({
      status: 413,
      body: { domainCode: 'payload_too_large', detail: 'A statement can have at most 20 MB.' },
    });
    expect(pulled()).toBeLessThan(23);
    const said = unread();
    const headers = { 'content-length': '20000001' };
    expect((await send({ person: personOf('owner'), body: said.stream, headers })).status).toBe(413);
    expect(said.pulled()).toBe(0);
  });

  it.each([
    ['a file that is no statement', { body: 'hello' }, 'file'],
    ['a name with control characters', { name: 'a\u0007b' }, 'fileName'],
    ['no name', { name: '' }, 'fileName'],
    ['an empty file', { body: '' }, 'file'],
  ])('is refused with the reason: %s', async (_, sent, path) => {
    const answer = await send({ person: personOf('owner'), step: 'import', ...sent });
    expect(answer).toMatchObject({ status: 422, body: { domainCode: 'invalid_input', issues: [{ path }] } });
  });

  /** A body that begins and then waits until it is ended. */
  function trickle(): { body: ReadableStream<Uint8Array>; end(): void; begun: Promise<void> } {
    let end = () => {};
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull(controller) {
        end = () => {
          controller.enqueue(Buffer.from(may));
          controller.close();
        };
        begin();
      },
    };
    return { body: new ReadableStream(source, { highWaterMark: 0 }), end: () => end(), begun };
  }

  it('that trickles keeps nobody else waiting, and only a few of one organization may', async () => {
    const slow = [trickle(), trickle(), trickle()];
    const answers = slow.map(({ body }) => send({ person: personOf('owner'), body }));
    await Promise.all(slow.map(({ begun }) => begun));
    expect(await send({ person: personOf('finance') })).toMatchObject({
      status: 429,
      body: { domainCode: 'rate_limited' },
    });
    const { shortcode: theirs } = await stranger.providerAccount('sandbox');
    const other = await send({
      person: signedIn(deps, stranger.owner),
      address: { applicationId: stranger.applicationId },
      shortcode: theirs,
    });
    expect(other.status).toBe(200);
    for (const [index, { end }] of slow.entries()) {
      end();
      expect((await answers[index])?.status).toBe(200);
    }
    expect((await send({ person: personOf('finance') })).status).toBe(200);
  });
});
