import { recordOfflinePayment } from '../c2b/index.ts';
import { paymentWindowSeconds } from '../inbox/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { type SettledAmount, settledAmount } from '../kernel/money.ts';
import { personName } from '../kernel/person-name.ts';
import { later, minuteMs } from '../kernel/time.ts';
import type { OwnedShortcode } from './line-statements.ts';
import { matchOpenLines } from './match-lines.ts';
import { reconciliationIssues } from './refusals.ts';

/** A line that may be recorded as an offline payment. */
type RecordableLine = {
  id: string;
  owned: OwnedShortcode;
  receipt: string;
  completedAt: Date;
  amount: SettledAmount;
  /** Full or masked, as in the statement; blank without one. */
  phone: string;
  payerName: string | null;
  accountRef: string;
};

const action = 'payment.recorded_from_statement';
/** A prompt up to this much newer than the line, by our clock, may still be its money. */
const clockSkewMs = minuteMs;

type LineContext = Pick<TenantContext, 'db' | 'tenant'>;

/**
 * A line of money in that no payment here can be.
 * @throws DomainError not_found, invalid_input (it has a payment, it is not a customer's money, or an open prompt or
 *   confirmation may be its money)
 */
export async function findRecordable(ctx: LineContext, lineId: string): Promise<RecordableLine> {
  const line = await findLine(ctx, lineId);
  if (line.isMatched) throw invalidInput(issue('lineId', reconciliationIssues.lineHasPayment));
  const { receipt } = line;
  const held = await ctx.db.prisma.heldConfirmation.findFirst({ where: { ...ctx.tenant, receipt } });
  if (held) throw invalidInput(issue('lineId', reconciliationIssues.confirmationWaits));
  const prompt = await findPrompt(ctx, line);
  if (prompt) throw invalidInput(issue('lineId', reconciliationIssues.mayBePrompt({ payment: prompt.id })));
  return line;
}

async function findLine({ db, tenant }: LineContext, id: string): Promise<RecordableLine & { isMatched: boolean }> {
  const row = await db.prisma.statementLine.findFirst({ where: { id, ...tenant } });
  if (!row) throw notFound('line');
  if (row.kind !== 'paid_in') throw invalidInput(issue('lineId', reconciliationIssues.notMoneyIn));
  const cents = String(row.paidInCents).padStart(3, '0');
  const amount = settledAmount(`${cents.slice(0, -2)}.${cents.slice(-2)}`);
  if (!amount || amount.whole < 1) throw invalidInput(issue('lineId', reconciliationIssues.amountUnusable));
  const { receipt, completedAt, accountRef, matchedAt } = row;
  const phone = /(?<![0-9])254[17*][0-9*]{8}(?![0-9*])/.exec(`${row.otherParty} ${row.details}`)?.[0] ?? '';
  const owned = { ...tenant, shortcode: row.shortcode };
  const payerName = personName(row.otherParty);
  return { id, owned, receipt, completedAt, amount, phone, payerName, accountRef, isMatched: matchedAt !== null };
}

/** A prompt of the organization without an outcome or receipt that may be the line's money. */
function findPrompt({ db }: LineContext, { owned, completedAt, amount, phone }: RecordableLine) {
  return db.prisma.payment.findFirst({
    where: {
      environment: owned.environment,
      shortcode: owned.shortcode,
      application: { organization: { applications: { some: { id: owned.applicationId } } } },
      source: 'stk',
      providerReceipt: null,
      requestedAmount: amount.whole,
      sameMoneyAs: null,
      createdAt: {
        gte: later(completedAt, -paymentWindowSeconds * 1_000),
        lte: later(completedAt, clockSkewMs),
      },
      OR: [{ status: 'pending' }, { status: 'success' }, { status: 'failed', settledBy: { in: ['expiry', 'person'] } }],
      ...(/^[0-9]+$/.test(phone) && { phone }),
    },
    select: { id: true },
  });
}

/**
 * Records the offline payment of a line and announces it, as a confirmation does. The payment gets the line's date. A
 * receipt is recorded once: the first record stays.
 * @param by.note why, in the words of the person who asked
 * @param by.approvedBy the second person, as in the audit
 * @throws DomainError not_found, invalid_input
 */
export async function recordFromLine(
  ctx: TenantContext,
  { lineId, note, approvedBy }: { lineId: string; note: string; approvedBy: string | null },
): Promise<{ paymentId: string }> {
  const { owned, isMatched } = await findLine(ctx, lineId);
  // Finds records that any application has made since, by their receipt.
  if (!isMatched) await matchOpenLines(ctx, owned);
  const earlier = await findRecorded(ctx, lineId);
  if (earlier) return earlier;
  const line = await findRecordable(ctx, lineId);
  const { receipt: transactionId, phone, payerName, accountRef: billRefNumber, completedAt: paidAt, amount } = line;
  const detail = { environment: owned.environment, lineId, note, approvedBy, exactAmount: amount.exact };
  const notice = {
    payment: { transactionId, phone, billRefNumber },
    payerName,
    callbackId: null,
    paidAt,
    by: { actor: ctx.actor, action, detail },
  };
  await recordOfflinePayment(ctx, notice, owned, amount);
  await matchOpenLines(ctx, owned);
  const recorded = await findRecorded(ctx, lineId);
  if (!recorded) throw invalidInput(issue('lineId', reconciliationIssues.lineHasPayment));
  return recorded;
}

/** The payment that an earlier attempt recorded from a line. */
async function findRecorded({ db, tenant }: LineContext, lineId: string): Promise<{ paymentId: string } | undefined> {
  const line = await db.prisma.statementLine.findFirst({
    where: { id: lineId, ...tenant },
    select: { paymentId: true },
  });
  if (!line?.paymentId) return undefined;
  const subjectId = line.paymentId;
  const entry = await db.prisma.auditEntry.findFirst({ where: { subjectId, action }, select: { id: true } });
  return entry ? { paymentId: subjectId } : undefined;
}
