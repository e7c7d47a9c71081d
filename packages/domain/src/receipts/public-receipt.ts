import type { Context } from '../kernel/context.ts';
import { exactKes } from '../kernel/money.ts';
import { readStored } from '../kernel/stored.ts';
import { fieldsSchema, hashOfToken, readAnswers } from '../links/index.ts';
import { findPublicReceipt, type PublicReceiptRow } from './statements.ts';

/** A receipt as its page shows it to anybody who has the address. */
export type PublicReceipt = Omit<PublicReceiptRow, 'exactAmount' | 'answers' | 'fields'> & {
  /** What the payer answered, under the words of each question. */
  answers: { label: string; answer: string }[];
};

/**
 * The receipt of an address, or undefined: for an address that leads nowhere, and for a payment that is no success. Reading
 * asks for no authority. It takes the same time for any text.
 */
export async function readPublicReceipt(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<PublicReceipt | undefined> {
  const row = await findPublicReceipt(db.pool, hashOfToken(token));
  if (!row) return undefined;
  const { exactAmount, answers, fields, ...receipt } = row;
  const given = answers === null ? {} : readAnswers(answers);
  const asked = readStored(fieldsSchema, fields, 'The fields of the link of a receipt');
  return {
    ...receipt,
    amount: exactKes({ amount: receipt.amount, exactAmount }),
    answers: asked.flatMap(({ name, label }) => {
      const answer = given[name];
      return answer ? [{ label, answer }] : [];
    }),
  };
}
