import { type Queryable, query, sql } from '@tillgate/db';
import { factsMax, factsSince, type PromptFacts } from '../guards/index.ts';
import { isUnanswered } from '../rails/index.ts';
import type { NewPayment } from './statements.ts';

type Stored = {
  place: number;
  prompts: { createdAt: string; status: string; resultCode: string | null; settledBy: string | null }[];
  hasPaid: boolean;
};

/** The facts of prompts that are about to begin, by their place in the list. */
type FactsOfPrompts = {
  of(index: number): Omit<PromptFacts, 'ofLinks' | 'entries'>;
  /** The prompt at this place begins: later ones to the same phone see it. */
  add(index: number): void;
};

/** What the rows of each application say about each phone, in one statement, by the index on phones. */
export async function readPromptFacts(db: Queryable, payments: readonly NewPayment[]): Promise<FactsOfPrompts> {
  const wanted = payments.map(({ applicationId, environment, phone, createdAt }, place) => ({
    ...{ place, applicationId, environment, phone, since: factsSince(createdAt) },
  }));
  const ofPhone = sql`
    p.application_id = w."applicationId" AND p.environment = w.environment AND p.phone = w.phone`;
  const rows = await query<Stored>(
    db,
    'payments_guard_facts',
    sql`
      SELECT w.place,
        coalesce((SELECT json_agg(recent ORDER BY recent."createdAt" DESC) FROM (
          SELECT p.created_at AS "createdAt", p.status, p.result_code AS "resultCode", p.settled_by AS "settledBy"
          FROM payments p WHERE ${ofPhone} AND p.source = 'stk' AND p.created_at > w.since
          ORDER BY p.created_at DESC LIMIT ${factsMax}::int) recent), '[]') AS prompts,
        EXISTS (SELECT 1 FROM payments p WHERE ${ofPhone} AND p.status = 'success') AS "hasPaid"
      FROM json_to_recordset(${JSON.stringify(wanted)}::json) AS w(place int, "applicationId" uuid,
        environment "Environment", phone text, since timestamptz)`,
  );
  const read = new Map(rows.map((row) => [row.place, row]));
  const begun = new Map<string, PromptFacts['prompts']>();
  const keyOf = (index: number) => {
    const { applicationId = '', environment = '', phone = '' } = payments[index] ?? {};
    return `${applicationId} ${environment} ${phone}`;
  };
  return {
    of(index) {
      const { prompts = [], hasPaid = false } = read.get(index) ?? {};
      const stored = prompts.map((one) => ({ createdAt: new Date(one.createdAt), isUnanswered: wasUnanswered(one) }));
      return { hasPaid, prompts: [...(begun.get(keyOf(index)) ?? []), ...stored] };
    },
    add(index) {
      const createdAt = payments[index]?.createdAt ?? new Date(0);
      begun.set(keyOf(index), [{ createdAt, isUnanswered: null }, ...(begun.get(keyOf(index)) ?? [])]);
    },
  };
}

/** Whether nobody answered a prompt. Null while nobody knows, and for one that the provider refused: it never was on the phone. */
export function wasUnanswered({
  status,
  resultCode,
  settledBy,
}: Omit<Stored['prompts'][number], 'createdAt'>): boolean | null {
  if (status === 'pending' || settledBy === 'push' || resultCode === null) return null;
  return status === 'failed' && isUnanswered(resultCode);
}
