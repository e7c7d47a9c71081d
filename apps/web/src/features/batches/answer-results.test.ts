import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createBatchFromFile } from '@tillgate/domain/batches';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcedureLimits } from '@/trpc/procedure-limits';
import { signedIn, testDeps } from '@/trpc/testing';
import { answerResults } from './answer-results.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;
let batchId: string;

const list = [
  'Phone,Amount,Name,Reference',
  '0712345678,1500,=Amina 💃 مريم,EMP-1',
  '0712,many,John Otieno,EMP-2',
  '0712345680,2500,Grace Njeri,EMP-3',
  '0712345681,2500,Mary Achieng,EMP-3',
].join('\n');

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('finance').member('support').mint();
  stranger = await seed(deps.seeding).owner().application().mint();
  const made = await createBatchFromFile(shop.as('sandbox'), { name: 'Payroll', source: list, requestKey: 'payroll' });
  if (!('batchId' in made)) throw new Error('The columns are unclear.');
  batchId = made.batchId;
});
afterAll(() => test?.close());

const address = () => ({ applicationId: shop.applicationId, environment: 'sandbox', batchId });
const personOf = (role: 'owner' | 'finance' | 'support') =>
  signedIn(deps, shop.members.find((member) => member.role === role) ?? shop.owner);

async function textIn(locale: 'en' | 'sw'): Promise<string> {
  const answer = await answerResults(deps, personOf('finance'), address(), locale);
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  const { text } = await extractText(document, { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

describe('the results of a batch as a file', () => {
  it('are a PDF under a safe name, cached by nobody', async () => {
    const answer = await answerResults(deps, personOf('finance'), address(), 'en');
    const file = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="tillgate-batch-${batchId}.pdf"`,
      'content-length': String(file.length),
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('have the words of the page in English', async () => {
    const text = await textIn('en');
    for (const expected of [
      'Payroll Payout batch · Checking',
      'Not final: this batch has not ended. Rows and sums can still change.',
      'Environment Sandbox Kind of payout Business payments (BusinessPayment)',
      'To pay 1 KES 1,500 Paid 0 KES 0',
      'Refused 3 KES 5,000 Rows in the list 4 Amounts that cannot be read are in no sum: 1',
      '3 John Otieno Not readable — Refused: “0712” is not a Kenyan mobile number. “many” is not an amount.',
      '4 Grace Njeri 0712…680 2,500 Refused: The reference “EMP-3” is in the list more than once: also in row 5.',
      '2 =Amina ? ???? 0712…678 1,500 Good Total (1) 1,500',
      'Paid No row was paid.',
      'Not final · Payout batch · Payroll Page 1 of 1',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toMatch(/\{\w+|0712345/);
  });

  it('have the words of the page in Swahili, and none in English', async () => {
    const text = await textIn('sw');
    for (const expected of [
      'Payroll Orodha ya malipo · Inakaguliwa',
      'Si ya mwisho: orodha hii haijaisha.',
      'Ya kulipa 1 KES 1,500',
      '3 John Otieno Haisomeki — Umekataliwa: “0712” si nambari ya simu ya Kenya. “many” si kiasi.',
      'pia kwenye mstari wa 5.',
      'Imelipwa Hakuna mstari uliolipwa.',
      'Ukurasa 1 kati ya 1',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toMatch(/\{\w+|Paid|Refused|Total|final|Page|Created|Amount|Batch/);
  });

  it('ask whoever is not signed in to sign in, and lead back', async () => {
    const answer = await answerResults(deps, undefined, address(), 'en');
    expect(answer.status).toBe(303);
    const next = `/api/payout-batches/${shop.applicationId}/sandbox/${batchId}`;
    expect(answer.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(next)}`);
  });

  it.each([
    ['a role that may not have files', () => personOf('support'), {}, 403],
    ['a stranger', () => signedIn(deps, stranger.owner), {}, 404],
    ['an application that it is not of', () => signedIn(deps, stranger.owner), () => stranger, 404],
    ['the other environment', () => personOf('owner'), { environment: 'production' }, 404],
    ['another environment than there is', () => personOf('owner'), { environment: 'staging' }, 404],
    ['what is no application', () => personOf('owner'), { applicationId: 'x' }, 404],
    ['what is no batch', () => personOf('owner'), { batchId: '../../etc' }, 404],
    ['a batch that is not there', () => personOf('owner'), { batchId: '01990000-0000-7000-8000-000000000000' }, 404],
  ])('are refused to %s', async (_, person, other, status) => {
    const given = typeof other === 'function' ? { applicationId: other().applicationId } : other;
    const answer = await answerResults(deps, person(), { ...address(), ...given }, 'en');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('count as many calls, because drawing 5,000 rows takes a second', async () => {
    const rule = { count: 50, seconds: 60 };
    const procedureLimits = createProcedureLimits({ person: rule, organization: rule, address: rule });
    const ask = () => answerResults({ ...deps, procedureLimits }, personOf('finance'), address(), 'en');
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });
});
