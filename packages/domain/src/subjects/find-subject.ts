import type { ActorContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { refusals } from '../kernel/refusals.ts';
import { may } from '../organizations/index.ts';
import { type Place, places } from './places.ts';
import { exportBatch, listOwn, type OwnRow, type Search } from './statements.ts';
import { batchMax, namesIn, phonePattern, storedForms } from './subject.ts';

export const firstKey = { uuid: '00000000-0000-0000-0000-000000000000', text: '' };

/**
 * Refuses everybody except the operator and owners of the organization.
 * @throws DomainError not_found (also for who is no member), forbidden
 */
export async function requireOwner({ db, actor }: ActorContext, organizationId: string): Promise<void> {
  const where = { id: organizationId };
  if (!(await db.prisma.organization.findUnique({ where, select: { id: true } }))) throw notFound('organization');
  if (actor === 'operator') return;
  const userId = actor.startsWith('user:') ? actor.slice('user:'.length) : undefined;
  const membership = userId ? await db.prisma.membership.findFirst({ where: { organizationId, userId } }) : null;
  if (!membership) throw notFound('organization');
  if (!may(membership.role, 'subjects.manage')) throw new DomainError('forbidden', refusals.role);
}

export type Subject = { own: OwnRow[]; search: Search; forms: string[]; names: string[] };

/** What a person paid and got in an organization, and how they are found in other rows. */
export async function findSubject(
  { db }: Pick<ActorContext, 'db'>,
  { organizationId, phone, names }: { organizationId: string; phone: string; names: string[] },
): Promise<Subject> {
  const applications = await db.prisma.application.findMany({ where: { organizationId }, select: { id: true } });
  const applicationIds = applications.map(({ id }) => id);
  const forms = storedForms(phone);
  const own = await listOwn(db.pool, applicationIds, forms);
  const ids = own.map(({ id }) => id);
  const receipts = own.flatMap(({ receipt }) => receipt ?? []);
  const search = { applicationIds, ids, receipts, phone: phonePattern(phone) };
  const kept = own.flatMap(({ name }) => name ?? []);
  const found = await findNames({ db }, search);
  return { own, forms, search, names: [...new Set([...names, ...kept, ...found])] };
}

/** The names that the provider reported with this number. */
async function findNames(ctx: Pick<ActorContext, 'db'>, search: Search): Promise<string[]> {
  const names = new Set<string>();
  for (const place of places.filter(({ table }) => table === 'provider_callbacks')) {
    for await (const { body } of walkRows(ctx, place, search))
      for (const name of namesIn(String(body))) names.add(name);
  }
  return [...names];
}

/** The rows of a place that name a person or are about their money. */
export async function* walkRows(
  { db }: Pick<ActorContext, 'db'>,
  place: Place,
  search: Search,
): AsyncGenerator<Record<string, unknown>> {
  const bytes = place.columns.filter(({ kind }) => kind === 'bytea').map(({ name }) => name);
  let after: string = firstKey[place.key.type];
  for (;;) {
    const { rows, seen, last } = await exportBatch(db.pool, place, { search, after, limit: batchMax });
    for (const row of rows) {
      const texts = bytes.map((name) => [name, Buffer.from(String(row[name]), 'base64').toString('utf8')]);
      yield { ...row, ...Object.fromEntries(texts) };
    }
    if (last === null || seen < batchMax) return;
    after = last;
  }
}
