import { z } from 'zod';
import { readStored } from '../kernel/stored.ts';
import type { AccountBalance, TransactionStatus } from '../ports/provider.ts';

/** What an answer of an older version does not have is unknown. */
const text = z.string().nullable().default(null);

const statusSchema = z.object({
  transactionStatus: text,
  amount: text,
  receipt: text,
  initiatedAt: text,
  completedAt: text,
  debitParty: text,
  creditParty: text,
  reason: text,
}) satisfies z.ZodType<TransactionStatus>;

const balancesSchema = z.array(
  z.object({
    name: z.string(),
    currency: z.string(),
    available: text,
    current: text,
    reserved: text,
    uncleared: text,
  }),
) satisfies z.ZodType<AccountBalance[]>;

type Answered = { id: string; result: unknown };

const whatOf = ({ id }: Answered) => `The result of the inquiry ${id}`;

/**
 * The stored answer about a transaction; null while there is none.
 * @throws BrokenRow
 */
export function readStatus(inquiry: Answered): TransactionStatus | null {
  return readStored(statusSchema.nullable(), inquiry.result, whatOf(inquiry));
}

/** The same where an answer that cannot be read is as good as none. */
export function readStatusOrNone(result: unknown): TransactionStatus | null {
  return statusSchema.safeParse(result).data ?? null;
}

/**
 * The stored balances; null while there are none.
 * @throws BrokenRow
 */
export function readBalances(inquiry: Answered): AccountBalance[] | null {
  return readStored(balancesSchema.nullable(), inquiry.result, whatOf(inquiry));
}
