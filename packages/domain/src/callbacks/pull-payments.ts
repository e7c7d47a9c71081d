import { v7 as uuidv7 } from 'uuid';
import {
  findPull,
  type LeftOut,
  listUnknownReceipts,
  type PullRow,
  recordPulled,
  recordPullRegistered,
} from '../c2b/index.ts';
import { bodyHash, storePulled } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { hourMs, later } from '../kernel/time.ts';
import type { ProviderAccount, ProviderAnswer, PulledPayment } from '../ports/provider.ts';
import { mpesaAccount } from '../provider/accounts.ts';
import { consumeQuery } from '../provider/query-budget.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';

/** The provider lists payments of the last 48 hours. The rest is room for its clock. */
const lookBackMs = 47 * hourMs;
const kindsMax = 20;
/** The provider may list a payment this long after it was made. */
const overlapMs = 2 * hourMs;
/** Types of money out. All other rows are money in, because the provider uses undocumented type names. */
const goesOut = /^b2c\b|revers|charge|withdraw|\bfee\b/i;
/** A pull with more pages than this stops with an error. */
const pagesMax = 200;

type PullContext = Context & WithProvider;

/** `stopped`: the registration stores the reason, for people. */
type Pulled =
  | { kind: 'off' }
  | { kind: 'pulled'; rows: number; stored: number; leftOut: LeftOut[] }
  | { kind: 'stopped'; reason: string };

class Stopped extends Error {}

/**
 * Asks the provider for the payments of a registration's shortcode since the last pull. Payments with a new receipt go
 * into the inbox as the confirmation that never came. They are then processed like all confirmations: recorded once, and
 * held while a prompt of ours may be the same money. Safe to repeat.
 */
export async function pullPayments(ctx: PullContext, { registrationId }: { registrationId: string }): Promise<Pulled> {
  const row = await findPull(ctx.db.pool, registrationId);
  if (!row || row.nominatedPhone === null) return { kind: 'off' };
  const to = ctx.clock.now();
  try {
    const account = await findAccount(ctx, row);
    await register(ctx, account, { ...row, nominatedPhone: row.nominatedPhone });
    const pulled = await pullAll(ctx, account, row, to);
    await recordPulled(ctx.db.pool, registrationId, { pulledTo: to, leftOut: pulled.leftOut });
    return { kind: 'pulled', ...pulled };
  } catch (error) {
    if (!(error instanceof Stopped || error instanceof DomainError)) throw error;
    await recordPulled(ctx.db.pool, registrationId, { error: error.message });
    ctx.log.warn({ registrationId, reason: error.message }, 'Payments could not be pulled.');
    return { kind: 'stopped', reason: error.message };
  }
}

async function findAccount(ctx: PullContext, row: PullRow): Promise<ProviderAccount> {
  const account = await mpesaAccount(ctx, row);
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
  const answer = await ctx.provider
    .mpesa(account)
    .offline.registerPull({ nominatedNumber: row.nominatedPhone, callbackUrl });
  demandAccepted(answer, 'The provider did not register the shortcode for pulled payments');
  await recordPullRegistered(ctx.db.pool, row, ctx.clock.now());
}

async function pullAll(
  ctx: PullContext,
  account: ProviderAccount,
  row: PullRow,
  to: Date,
): Promise<{ rows: number; stored: number; leftOut: LeftOut[] }> {
  const oldest = later(to, -lookBackMs);
  const since = row.pulledTo && later(row.pulledTo, -overlapMs);
  const from = since && since > oldest ? since : oldest;
  const seen = new Set<string>();
  const left = new Map<string | null, number>();
  let [rows, stored] = [0, 0];
  for (let page = 0; page < pagesMax; page += 1) {
    if (!(await consumeQuery(ctx, account))) throw new Stopped('The budget of questions to the provider is used up.');
    const answer = await ctx.provider.mpesa(account).offline.pull({ from, to, offset: rows });
    const { payments, rows: listed } = demandAccepted(answer, 'The provider did not list payments');
    const fresh = payments.filter(({ receipt }) => !seen.has(receipt));
    // A list that repeats itself has also ended.
    if (listed === 0 || (payments.length > 0 && fresh.length === 0)) {
      const leftOut = [...left].map(([type, count]) => ({ type, count }));
      if (leftOut.length > 0)
        ctx.log.warn({ registrationId: row.registrationId, leftOut }, 'Pulled rows were left out.');
      return { rows, stored, leftOut };
    }
    const [moneyIn, moneyOut] = [false, true].map((isOut) =>
      fresh.filter(({ transactionType }) => goesOut.test(transactionType) === isOut),
    );
    for (const { transactionType } of moneyOut ?? []) count(left, transactionType);
    if (payments.length < listed) count(left, null, listed - payments.length);
    rows += listed;
    for (const { receipt } of fresh) seen.add(receipt);
    stored += await store(ctx, row, moneyIn ?? []);
  }
  throw new Stopped(`The provider lists more than ${rows} payments.`);
}

function count(left: Map<string | null, number>, type: string | null, by = 1): void {
  // At most as many kinds as a page can show. The provider has a few dozen.
  const kind = left.has(type) || left.size < kindsMax ? type : null;
  left.set(kind, (left.get(kind) ?? 0) + by);
}

function demandAccepted<Accepted>(answer: ProviderAnswer<Accepted>, what: string): Accepted {
  if (answer.kind === 'accepted') return answer;
  throw new Stopped(`${what}: ${answer.kind === 'rejected' ? answer.description : answer.cause}`);
}

/** Puts unknown payments into the inbox. Returns how many. */
async function store(ctx: PullContext, row: PullRow, payments: PulledPayment[]): Promise<number> {
  const unknown = new Set(
    await listUnknownReceipts(ctx.db.pool, { ...row, receipts: payments.map(({ receipt }) => receipt) }),
  );
  const receivedAt = ctx.clock.now();
  let stored = 0;
  for (const { receipt, body } of payments) {
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
  if (stored > 0) await signalWaiting(ctx, 'callbacks.waiting');
  return stored;
}
