import { v7 as uuidv7 } from 'uuid';
import { findPull, listUnknownReceipts, type PullRow, recordPulled, recordPullRegistered } from '../c2b/index.ts';
import type { Context, WithProvider } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { ProviderAccount, ProviderAnswer, PulledPayment } from '../provider-port.ts';
import { takeQuestion } from '../query-budget.ts';
import { later } from '../time.ts';
import { bodyHash } from './callback.ts';
import { ringCallbacks } from './ring-callbacks.ts';
import { storePulled } from './statements.ts';

/** The provider lists payments of the last 48 hours; some room for its clock. */
const lookBackMs = 47 * 3_600_000;
/** A payment may be listed so long after it was made. */
const overlapMs = 2 * 3_600_000;
/** A page is never longer; more pages than this are left for the next time. */
const pagesMax = 200;

type PullContext = Context & WithProvider;

/** `stopped`: its reason is on the registration, for people. */
type Pulled = { kind: 'off' } | { kind: 'pulled'; rows: number; stored: number } | { kind: 'stopped'; reason: string };

class Stopped extends Error {}

/**
 * Asks the provider for the payments of a registration's shortcode since the last time, and puts
 * those whose receipt is not on record into the inbox, as the confirmation that never came. From
 * there on they are confirmations like all others: recorded once, and held while a prompt of ours
 * may be the same money. Safe to repeat.
 */
export async function pullPayments(ctx: PullContext, { registrationId }: { registrationId: string }): Promise<Pulled> {
  const row = await findPull(ctx.db.pool, registrationId);
  if (!row || row.nominatedPhone === null) return { kind: 'off' };
  const to = ctx.clock.now();
  try {
    const account = await findAccount(ctx, row);
    await register(ctx, account, { ...row, nominatedPhone: row.nominatedPhone });
    const pulled = await pullAll(ctx, account, row, to);
    await recordPulled(ctx.db.pool, registrationId, { pulledTo: to });
    return { kind: 'pulled', ...pulled };
  } catch (error) {
    if (!(error instanceof Stopped || error instanceof DomainError)) throw error;
    await recordPulled(ctx.db.pool, registrationId, { error: error.message });
    ctx.log.warn({ registrationId, reason: error.message }, 'Payments could not be pulled.');
    return { kind: 'stopped', reason: error.message };
  }
}

async function findAccount(ctx: PullContext, row: PullRow): Promise<ProviderAccount> {
  const account = await ctx.providerAccount(row);
  if (account.shortcode === row.shortcode) return account;
  throw new Stopped('The application has another shortcode now.');
}

async function register(
  ctx: PullContext,
  account: ProviderAccount,
  row: PullRow & { nominatedPhone: string },
): Promise<void> {
  if (row.pullRegisteredAt !== null) return;
  const callbackUrl = `${ctx.callbackBaseUrl}/pull`;
  const answer = await ctx.provider.registerPull(account, { nominatedNumber: row.nominatedPhone, callbackUrl });
  demandAccepted(answer, 'The provider did not register the shortcode for pulled payments');
  await recordPullRegistered(ctx.db.pool, row, ctx.clock.now());
}

async function pullAll(
  ctx: PullContext,
  account: ProviderAccount,
  row: PullRow,
  to: Date,
): Promise<{ rows: number; stored: number }> {
  const oldest = later(to, -lookBackMs);
  const since = row.pulledTo && later(row.pulledTo, -overlapMs);
  const from = since && since > oldest ? since : oldest;
  const seen = new Set<string>();
  let [rows, stored] = [0, 0];
  for (let page = 0; page < pagesMax; page += 1) {
    if (!(await takeQuestion(ctx, account))) throw new Stopped('The budget of questions to the provider is used up.');
    const answer = await ctx.provider.pullPayments(account, { from, to, offset: rows });
    const { payments, rows: listed } = demandAccepted(answer, 'The provider did not list payments');
    const fresh = payments.filter(({ receipt }) => !seen.has(receipt));
    // A list that does not move on has ended, too.
    if (listed === 0 || (payments.length > 0 && fresh.length === 0)) return { rows, stored };
    if (payments.length < listed) {
      ctx.log.warn(
        { registrationId: row.registrationId, count: listed - payments.length },
        'Pulled rows are not readable.',
      );
    }
    rows += listed;
    for (const { receipt } of fresh) seen.add(receipt);
    stored += await store(ctx, row, fresh);
  }
  throw new Stopped(`The provider lists more than ${rows} payments.`);
}

function demandAccepted<Accepted>(answer: ProviderAnswer<Accepted>, what: string): Accepted {
  if (answer.kind === 'accepted') return answer;
  throw new Stopped(`${what}: ${answer.kind === 'rejected' ? answer.description : answer.cause}`);
}

/** Puts what nobody has heard of into the inbox. Returns how many. */
async function store(ctx: PullContext, row: PullRow, payments: PulledPayment[]): Promise<number> {
  const fromCustomers = payments.filter(({ transactionType }) => /^c2b\b/i.test(transactionType));
  const unknown = new Set(
    await listUnknownReceipts(ctx.db.pool, { ...row, receipts: fromCustomers.map(({ receipt }) => receipt) }),
  );
  const receivedAt = ctx.clock.now();
  let stored = 0;
  for (const { receipt, body } of fromCustomers) {
    if (!unknown.has(receipt)) continue;
    const id = await storePulled(ctx.db.pool, {
      id: uuidv7(),
      registrationId: row.registrationId,
      bodyHash: bodyHash(body),
      body: Buffer.from(body),
      receivedAt,
      retryAt: receivedAt,
    });
    if (id !== undefined) stored += 1;
  }
  if (stored > 0) await ringCallbacks(ctx);
  return stored;
}
