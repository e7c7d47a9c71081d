import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn, testDeps } from '@/trpc/testing';
import { answerDay } from './answer-day.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;
let day: string;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('finance').member('support').mint();
  stranger = await seed(deps.seeding).owner().application().mint();
  day = new Date(deps.context.clock.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
});
afterAll(() => test?.close());

const address = () => ({ applicationId: shop.applicationId, environment: 'sandbox', day });
const personOf = (role: 'owner' | 'finance' | 'support') =>
  signedIn(deps, shop.members.find((member) => member.role === role) ?? shop.owner);

describe('a day as a file', () => {
  it('is a PDF under a safe name, cached by nobody', async () => {
    const answer = await answerDay(deps, personOf('finance'), address(), 'en');
    const file = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="tillgate-day-${day}-sandbox.pdf"`,
      'content-length': String(file.length),
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is in the language of the reader', async () => {
    const textOf = async (locale: 'en' | 'sw') => {
      const answer = await answerDay(deps, personOf('finance'), address(), locale);
      const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
      return (await extractText(document, { mergePages: true })).text;
    };
    expect(await textOf('en')).toContain('Settled on this day');
    const swahili = await textOf('sw');
    expect(swahili).toContain('Yaliyokamilika siku hii');
    expect(swahili).not.toMatch(/Collected|Refunded|Paid out|balance|statement/i);
  });

  it('asks whoever is not signed in to sign in, and leads back', async () => {
    const answer = await answerDay(deps, undefined, address(), 'en');
    expect(answer.status).toBe(303);
    const next = `/api/days/${shop.applicationId}/sandbox/${day}`;
    expect(answer.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(next)}`);
  });

  it.each([
    ['a role that may not read days', () => personOf('support'), {}, 403],
    ['a stranger', () => signedIn(deps, stranger.owner), {}, 404],
    ['another environment than there is', () => personOf('owner'), { environment: 'staging' }, 404],
    ['what is no application', () => personOf('owner'), { applicationId: 'x' }, 404],
    ['what is no day', () => personOf('owner'), { day: '../../etc' }, 404],
    ['a day that has not begun', () => personOf('owner'), { day: '2199-01-01' }, 404],
  ])('is refused to %s', async (_, person, other, status) => {
    const answer = await answerDay(deps, person(), { ...address(), ...other }, 'en');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });
});
