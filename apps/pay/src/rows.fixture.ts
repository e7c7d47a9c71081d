import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { TestDatabase } from '@tillgate/db/testing';
import { createTurns } from '@tillgate/domain/idempotency';
import { createLink, createLinkSchema, createPayPages } from '@tillgate/domain/links';
import type { SeededMerchant } from '@tillgate/domain/testing';

export const baseUrl = 'https://pay.example';
export const payPages = createPayPages(baseUrl, Buffer.alloc(32, 7).toString('base64'));
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Columns of a row as a test writes them. */
export type Row = Record<string, unknown>;
export type MadeLink = { linkId: string; token: string; path: string };

/** Rows as other processes leave them, written by the owner of the tables. */
export function createRows(pool: TestDatabase['database']['pool']) {
  async function update(table: string, id: string, columns: Row): Promise<void> {
    const names = Object.keys(columns);
    if (names.length === 0) return;
    const sets = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
    await pool.query(`UPDATE ${table} SET ${sets} WHERE id = $1`, [id, ...Object.values(columns)]);
  }

  async function insert(table: string, row: Row): Promise<void> {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`).join(', ');
    await pool.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, Object.values(row));
  }

  /** A link as its merchant makes it, and columns that a test changes behind its back. */
  async function link(of: SeededMerchant, given: Row, columns: Row): Promise<MadeLink> {
    const own = { ...of.as('sandbox'), payPages, turns: createTurns() };
    const made = await createLink(own, createLinkSchema.parse({ title: 'Two mugs', amount: 500, ...given }));
    const token = made.link.url?.split('/').at(-1) ?? '';
    await update('payment_links', made.link.linkId, columns);
    return { linkId: made.link.linkId, token, path: `/p/${token}` };
  }

  /** An attempt as the worker leaves it, and the payment that it led to. Returns the path of its page. */
  async function attempt(owner: SeededMerchant, of: MadeLink, columns: Row, payment?: Row): Promise<string> {
    const token = randomBytes(11).toString('hex');
    const own = { application_id: owner.applicationId, environment: 'sandbox' };
    const paymentId = payment && randomUUID();
    if (payment) {
      const { status = 'pending' } = payment;
      const settled = status === 'pending' ? {} : { settled_at: new Date(), settled_by: 'callback' };
      await insert('payments', {
        ...{ id: paymentId, ...own, source: 'stk', status, amount: 500, requested_amount: 500, phone: '254712345678' },
        ...{ account_ref: 'KX7M2P4', description: 'Two mugs', shortcode: '600000' },
        ...{ callback_token: randomBytes(32).toString('hex'), created_at: new Date(), prompted_at: new Date() },
        ...{ result_code: status === 'success' ? '0' : null, ...settled, ...payment },
      });
    }
    const state = payment ? 'handed' : (columns.state ?? 'waiting');
    await insert('link_attempts', {
      ...{ id: randomUUID(), link_id: of.linkId, ...own, visit_hash: hash(randomUUID()), token_hash: hash(token) },
      ...{ state, phone: '254712345678', amount: 500, language: 'en', created_at: new Date() },
      ...{ payment_id: paymentId ?? null, ended_at: state === 'waiting' ? null : new Date() },
      ...columns,
    });
    return `${of.path}/a/${token}`;
  }

  const attempts = async ({ linkId }: MadeLink) =>
    (await pool.query('SELECT * FROM link_attempts WHERE link_id = $1', [linkId])).rows;

  return { update, insert, link, attempt, attempts };
}
