import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '@/auth';
import { answerTrpc } from './answer.ts';
import { bodyBytesMax } from './limits.ts';
import { callerOf, signedIn, testDeps } from './testing.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('support').mint();
});

afterAll(() => test?.close());

const address = 'http://localhost:3000/api/trpc';
const ownPage = { 'sec-fetch-site': 'same-origin' };

function ask(path: string, input: unknown, person: Person | undefined, headers: Record<string, string> = ownPage) {
  const url = `${address}/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return answerTrpc(new Request(url, { headers }), deps, async () => person);
}

const tenant = () => ({ applicationId: shop.applicationId, environment: 'sandbox' });
const support = () => signedIn(deps, shop.members[0] ?? shop.owner);

describe('an answer', () => {
  it('is kept by nobody and names its request', async () => {
    const response = await ask('navigation.tenant', tenant(), support());
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const { result } = (await response.json()) as { result: { data: unknown } };
    expect(result.data).toMatchObject({ role: 'support', organizationId: shop.organizationId, waitingOrders: 0 });
  });
});

describe('a refusal', () => {
  const refusalOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { message: string; data: Record<string, unknown> } };
    return { status: response.status, message: error.message, ...error.data };
  };

  it('says that nobody is signed in', async () => {
    expect(await refusalOf(await ask('navigation.tenant', tenant(), undefined))).toMatchObject({
      status: 401,
      domainCode: 'unauthenticated',
      detail: 'Your session has ended. Sign in again.',
      requestId: expect.any(String),
    });
  });

  it('says which field is wrong', async () => {
    const refused = await refusalOf(await ask('navigation.tenant', { ...tenant(), environment: 'moon' }, support()));
    expect(refused).toMatchObject({ status: 422, domainCode: 'invalid_input' });
    expect(refused).toMatchObject({ issues: [{ path: 'environment', message: expect.any(String) }] });
  });

  it('names a field that the procedure does not read, and does nothing', async () => {
    const refused = await refusalOf(await ask('navigation.tenant', { ...tenant(), aplicationId: 'x' }, support()));
    expect(refused).toMatchObject({ status: 422, domainCode: 'invalid_input', issues: [{ path: 'aplicationId' }] });
    // A token that was meant for one application would otherwise be one of the whole organization.
    const { organizationId, applicationId } = shop;
    const create = callerOf(deps, signedIn(deps, shop.owner)).reportingTokens.create;
    const mistyped = { organizationId, name: 'BI', applicationId } as unknown as Parameters<typeof create>[0];
    await expect(create(mistyped)).rejects.toThrow(/applicationId/);
    expect(await test.database.prisma.reportingToken.count()).toBe(0);
  });

  it('answers the same for an application of others and for one that is not there', async () => {
    const other = await seed(deps.seeding).owner().application().mint();
    const strip = ({ requestId: _, ...refused }: Record<string, unknown>) => refused;
    const foreign = await refusalOf(await ask('navigation.tenant', tenant(), signedIn(deps, other.owner)));
    const missing = { ...tenant(), applicationId: '01990000-0000-7000-8000-000000000000' };
    expect(strip(foreign)).toEqual(strip(await refusalOf(await ask('navigation.tenant', missing, support()))));
    expect(foreign).toMatchObject({ status: 404, domainCode: 'not_found' });
  });

  it('keeps what went wrong inside to the log, under the id of the request', async () => {
    const error = vi.fn();
    const log = Object.assign(Object.create(deps.log), { error });
    const secret = 'relation "secrets" does not exist';
    const broken = {
      ...deps,
      log,
      context: {
        ...deps.context,
        db: { ...deps.context.db, prisma: { application: { findFirst: () => Promise.reject(new Error(secret)) } } },
      },
    } as unknown as typeof deps;
    const url = `${address}/navigation.tenant?input=${encodeURIComponent(JSON.stringify(tenant()))}`;
    const response = await answerTrpc(new Request(url, { headers: ownPage }), broken, async () => support());
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain('secrets');
    expect(text).not.toContain('stack');
    const { error: refused } = JSON.parse(text) as { error: { data: { domainCode: string; requestId: string } } };
    expect(refused.data.domainCode).toBe('internal');
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ requestId: refused.data.requestId, path: 'navigation.tenant' }),
      'A procedure failed.',
    );
  });

  it('names a procedure that does not exist, and nothing else', async () => {
    const refused = await refusalOf(await ask('navigation.nothing', {}, support()));
    expect(refused).toMatchObject({ status: 404, domainCode: 'not_found' });
  });
});

describe('a call', () => {
  const post = (body: BodyInit, headers: Record<string, string>) =>
    answerTrpc(
      new Request(`${address}/views.save?batch=1`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
        duplex: 'half',
      } as RequestInit),
      deps,
      async () => support(),
    );

  it('larger than its limit is not read, said or streamed', async () => {
    const body = JSON.stringify({ 0: 'x'.repeat(bodyBytesMax) });
    expect((await post(body, ownPage)).status).toBe(413);
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const response = await post(stream, ownPage);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { data: { domainCode: 'payload_too_large' } } });
  });

  it('of more procedures than fit is refused', async () => {
    const names = Array.from({ length: 40 }, () => 'navigation.places').join(',');
    const request = new Request(`${address}/${names}?batch=1&input={}`, { headers: ownPage });
    expect((await answerTrpc(request, deps, async () => support())).status).toBe(400);
  });
});

it('a call of nobody is told from other refusals: the session of its page is over', async () => {
  const change = new Request(`${address}/account.rename`, {
    method: 'POST',
    headers: { ...ownPage, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ben' }),
  });
  for (const refused of [
    ask('navigation.tenant', tenant(), undefined),
    answerTrpc(change, deps, async () => undefined),
  ]) {
    expect(await (await refused).json()).toMatchObject({
      error: {
        message: 'Your session has ended. Sign in again.',
        data: { domainCode: 'unauthenticated', reason: 'session_ended' },
      },
    });
  }
});

describe('a page of somebody else', () => {
  const change = (shown: string | undefined, path = 'account.rename') => {
    const headers = { ...ownPage, 'content-type': 'application/json', ...(shown && { 'x-tillgate-person': shown }) };
    const request = new Request(`${address}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Ben' }),
    });
    return answerTrpc(request, deps, async () => support());
  };

  it('changes nothing, and says who is signed in now', async () => {
    const { userId, email } = shop.members[0] ?? shop.owner;
    const refused = await change(shop.owner.userId);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { message: `You are now signed in as ${email}. Reload this page.` },
    });
    expect((await change(userId)).status).toBe(200);
    expect((await change(undefined)).status).toBe(200);
  });

  it('may still be read', async () => {
    const headers = { ...ownPage, 'x-tillgate-person': shop.owner.userId };
    expect((await ask('navigation.tenant', tenant(), support(), headers)).status).toBe(200);
  });
});
