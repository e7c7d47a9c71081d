import type { Context } from '../kernel/context.ts';
import { personName } from '../kernel/person-name.ts';
import type { Provider } from '../ports/provider.ts';
import { listCallbacksWithNames, nameDisbursements, namePayments, type StoredNotice } from './name-statements.ts';

/** Callbacks that one statement looks at. */
const batchMax = 2_000;
const firstId = '00000000-0000-0000-0000-000000000000';

type Reads = Pick<Provider, 'parseOfflinePayment' | 'parseResult' | 'readPayee'>;
/** How many callbacks were looked at, and how many payments and payouts got a name. */
export type NamedPeople = { callbacks: number; payments: number; payouts: number };

/**
 * Names the payers and payees of payments and payouts that have no name yet, from the callbacks whose bodies are still
 * kept. It reads short stretches, so it may run while money comes in. It may be repeated and killed at any moment.
 * @param onProgress called after each stretch
 */
export async function namePeople(
  ctx: Pick<Context, 'db'> & { provider: Reads },
  onProgress: (done: NamedPeople) => void = () => {},
): Promise<NamedPeople> {
  const done: NamedPeople = { callbacks: 0, payments: 0, payouts: 0 };
  for (let after: string | null = firstId; after !== null; ) {
    const { rows, seen, last } = await listCallbacksWithNames(ctx.db.pool, { after, limit: batchMax });
    done.callbacks += seen;
    done.payments += await namePayments(
      ctx.db.pool,
      rows.flatMap((row) => payerOf(ctx.provider, row)),
    );
    done.payouts += await nameDisbursements(
      ctx.db.pool,
      rows.flatMap((row) => payeeOf(ctx.provider, row)),
    );
    onProgress({ ...done });
    after = seen < batchMax ? null : last;
  }
  return done;
}

function payerOf(provider: Reads, { kind, body, ...row }: StoredNotice) {
  if (kind !== 'c2b_confirmation' || row.shortcode === null || row.environment === null) return [];
  const read = provider.parseOfflinePayment(body);
  const name = read.ok ? personName(read.value.payerName) : null;
  const { applicationId, shortcode, environment } = row;
  return read.ok && name !== null
    ? [{ applicationId, shortcode, environment, receipt: read.value.transactionId, name }]
    : [];
}

function payeeOf(provider: Reads, { kind, subjectId, body }: StoredNotice) {
  if (kind !== 'result') return [];
  const read = provider.parseResult(body);
  const name = read.ok && read.value.final ? personName(provider.readPayee(read.value)) : null;
  return name === null ? [] : [{ id: subjectId, name }];
}
