import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainError } from '../kernel/errors.ts';
import type { Resolution } from '../kernel/resolution.ts';
import { later, post, refusalOf, rowOf, type Shop, useShops, webhooksOf } from './disbursements.fixture.ts';
import { inquireDisbursement } from './inquire-disbursement.ts';
import { payOut } from './pay-out.ts';
import { resolveDisbursement } from './resolve-disbursement.ts';

/** Stories of each kind, more with TILLGATE_LONG_TESTS=1. */
const storiesMax = process.env.TILLGATE_LONG_TESTS === '1' ? 300 : 20;

const shop = useShops();

const steps = [
  ...(['result', 'same result', 'failure', 'queue timeout'] as const),
  ...(['answer', 'answer without receipt', 'failed answer', 'paid', 'not paid'] as const),
];
type Step = (typeof steps)[number];

let made = 0;

/** A payout without an acknowledgement that the provider was asked about three times, and what happens to it. */
async function play(ctx: Shop, happens: Step[], isTogether: boolean) {
  made += 1;
  const receipt = `TPC${String(made).padStart(7, '0')}`;
  ctx.provider.payouts.answer({ kind: 'unknown', cause: 'cut' });
  const refusal = await refusalOf(payOut(ctx, { amount: 100, phone: '254712345678', commandId: 'BusinessPayment' }));
  const { disbursementId: id } = refusal as { disbursementId: string };
  const at = later(ctx, 400);
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  for (const inquiryId of [first, second, third]) await inquireDisbursement(at, { disbursementId: id, inquiryId });
  const report = (inquiryId: string, transactionStatus: string, told: string | null) =>
    post(at, inquiryId, {
      resultCode: '0',
      raw: { transactionStatus: { transactionStatus, amount: '100', receipt: told, reason: null } },
    });
  const resolve = (resolution: Resolution) =>
    resolveDisbursement(at, { disbursementId: id, resolution, note: 'Looked up.', approvedBy: null });
  const result = { resultCode: '0', transactionId: receipt };
  const run: Record<Step, () => Promise<unknown>> = {
    result: () => post(at, id, { ...result, resultDesc: 'ok' }),
    'same result': () => post(at, id, { ...result, resultDesc: 'ok, again' }),
    failure: () => post(at, id, { resultCode: '1', resultDesc: 'short of money' }),
    'queue timeout': () => post(at, id, 'queue_timeout'),
    answer: () => report(first, 'Completed', receipt),
    'answer without receipt': () => report(second, 'Completed', null),
    'failed answer': () => report(third, 'Failed', null),
    paid: () => resolve({ as: 'paid', receipt }),
    'not paid': () => resolve({ as: 'not_paid' }),
  };
  // People may be refused. Nothing else may fail.
  const attempt = (step: Step) =>
    run[step]().catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  if (isTogether) await Promise.all(happens.map(attempt));
  else for (const step of happens) await attempt(step);
  const undone = await ctx.db.prisma.providerCallback.findMany({
    where: { subjectId: { in: [id, first, second, third] }, state: { in: ['failed', 'received'] } },
  });
  const told = (await webhooksOf(ctx, id)).map(({ body }) => body.data);
  const reviews = await ctx.db.prisma.review.findMany({ where: { subjectId: id } });
  return { row: await rowOf(ctx, id), told, receipt, undone, reasons: reviews.map(({ reason }) => reason) };
}

const of =
  (...some: Step[]) =>
  (step: Step) =>
    some.includes(step);
const withReceipt = of('result', 'same result', 'answer');
const isSuccess = (step: Step) => withReceipt(step) || of('answer without receipt')(step);
const isFailure = of('failure', 'failed answer');

it.each([
  ['one after the other', false],
  ['all at once', true],
])(
  'whatever the provider and people report of a payout, %s: each outcome is told once, and a success stays',
  async (_how, isTogether) => {
    const ctx = await shop();
    const stories = fc.shuffledSubarray<Step>(steps, { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(stories, async (happens) => {
        const { row, told, receipt, undone, reasons } = await play(ctx, happens, isTogether);
        expect(undone).toEqual([]);
        const statuses = told.map(({ status }) => status).sort();
        expect([[], ['failed'], ['success'], ['failed', 'success']]).toContainEqual(statuses);
        expect(statuses.includes('success')).toBe(row.status === 'success');
        if (happens.some(isSuccess)) expect(row.status).toBe('success');
        if (happens.some(withReceipt)) expect(row.providerReceipt).toBe(receipt);
        if (row.status === 'pending') expect(happens).toEqual(['queue timeout']);
        expect([null, receipt]).toContain(row.providerReceipt);
        for (const { status, providerReceipt } of told) {
          if (status === 'success') expect([null, receipt]).toContain(providerReceipt);
        }
        // The provider has said both, and no person that it is paid: people were asked to look at it.
        if (happens.some(isSuccess) && happens.some(isFailure) && !happens.some(of('paid'))) {
          expect(reasons.filter((reason) => reason === 'paid_late' || reason === 'result_contradicted')).not.toEqual(
            [],
          );
        }
      }),
      { numRuns: storiesMax },
    );
  },
  storiesMax * 1_500,
);
