import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { Tenant, TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, issue, nameSchema, parseInput } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';
import { dayMs, later } from '../kernel/time.ts';
import { findVoucher } from '../organizations/index.ts';
import { recipientIssues } from './refusals.ts';

/** Saved recipients of an application in one environment. */
export const recipientsMax = 500;

/** For how long a removed recipient is kept, so that the next one with its name shows another number. */
const rememberedDays = 90;

/** Somebody who is paid again and again. `phone` is 254XXXXXXXXX. */
export type Recipient = {
  recipientId: string;
  name: string;
  phone: string;
  /** The number that the name had before, and when and by whom (a name or address) it was changed; null when it was not. */
  changed: { from: string; at: string; by: string } | null;
};

/** The saved recipient of a payout as it was when somebody asked for the payout. Times are ISO 8601, UTC. */
const savedPayeeSchema = z.object({
  name: z.string(),
  savedAt: z.string(),
  /** Actors: who saved the number, and who answered for that person then. */
  savedBy: z.string(),
  answeredBy: z.string(),
  /** The number that the name had before; null when there was none, or the same one. */
  previousPhone: z.string().nullable(),
});
export type SavedPayee = z.infer<typeof savedPayeeSchema>;

/** What an order keeps of a saved recipient; null for anything else. */
export function readSavedPayee(json: unknown): SavedPayee | null {
  return savedPayeeSchema.safeParse(json).data ?? null;
}

/** The saved recipient with this number, for the order that pays it; null when the number is not saved. */
export async function findSavedPayee(
  db: Pick<Prisma.TransactionClient, 'recipient'>,
  tenant: Tenant,
  phone: string,
): Promise<SavedPayee | null> {
  const row = await db.recipient.findFirst({ where: { ...tenant, phone } });
  if (!row) return null;
  const { name, savedAt, savedBy, answeredBy, previousPhone } = row;
  return { name, savedAt: savedAt.toISOString(), savedBy, answeredBy: answeredBy ?? savedBy, previousPhone };
}

export const saveRecipientSchema = z.object({ name: nameSchema, phone: phoneSchema });
export const removeRecipientSchema = z.object({ recipientId: idSchema });

/** The saved recipients of the tenant, by name. */
export async function listRecipients(ctx: TenantContext): Promise<Recipient[]> {
  requirePermission(ctx, 'payouts.request');
  const rows = await ctx.db.prisma.recipient.findMany({ where: ctx.tenant, take: recipientsMax });
  const changers = rows.flatMap(({ previousPhone, savedBy }) => (previousPhone === null ? [] : [idOf(savedBy)]));
  const people = await ctx.db.prisma.user.findMany({
    where: { id: { in: changers.filter((id) => id !== undefined) } },
    select: { id: true, name: true, email: true },
  });
  const nameOf = new Map(people.map(({ id, name, email }) => [id, name ?? email]));
  const recipients = rows.map(({ id, name, phone, previousPhone, savedAt, savedBy }) => {
    const by = nameOf.get(idOf(savedBy) ?? '') ?? savedBy;
    const changed = previousPhone === null ? null : { from: previousPhone, at: savedAt.toISOString(), by };
    return { recipientId: id, name, phone, changed };
  });
  return recipients.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.phone.localeCompare(b.phone));
}

/** The id of a person who acted; undefined for other actors. */
const idOf = (actor: string) => (actor.startsWith('user:') ? actor.slice('user:'.length) : undefined);

/**
 * Saves a phone number under a name. Neither may be saved already: two rows that look alike would send money to the wrong
 * person. The audit names the row and neither the name nor the number, which can be erased.
 * @throws DomainError invalid_input (also: the name or the number is saved already, there are {@link recipientsMax})
 */
export async function saveRecipient(
  ctx: TenantContext,
  input: z.input<typeof saveRecipientSchema>,
): Promise<Omit<Recipient, 'changed'>> {
  requirePermission(ctx, 'payouts.request');
  const { name, phone } = parseInput(saveRecipientSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  const id = uuidv7({ msecs: at.getTime() });
  return ctx.db.prisma.$transaction(async (tx) => {
    // Without the lock, two saves at once could both take the name.
    await lockApplication(tx, applicationId);
    const others = await tx.recipient.findMany({ where: ctx.tenant, select: { name: true, phone: true } });
    const known = others.find((other) => other.phone === phone);
    if (known) throw invalidInput(issue('phone', recipientIssues.recipientSaved({ name: known.name })));
    if (others.some((other) => keyOf(other.name) === keyOf(name))) {
      throw invalidInput(issue('name', recipientIssues.recipientName));
    }
    if (others.length >= recipientsMax) {
      throw invalidInput(issue('name', recipientIssues.recipientsFull({ max: recipientsMax })));
    }
    const before = await findFormer(tx, ctx.tenant, name, at);
    const previousPhone = before === undefined || before === phone ? null : before;
    const { organizationId } = await tx.application.findUniqueOrThrow({ where: { id: applicationId } });
    const answeredBy = await findVoucher(tx, organizationId, ctx.actor, at);
    await tx.recipient.create({
      data: { id, ...ctx.tenant, name, phone, savedBy: ctx.actor, answeredBy, savedAt: at, previousPhone },
    });
    const action = 'recipient.saved';
    const detail = { environment, isChange: previousPhone !== null };
    await audit(tx, { actor: ctx.actor, action, subjectId: id, applicationId, detail, at });
    return { recipientId: id, name, phone };
  });
}

/** The number that a name had last, before it was removed. */
async function findFormer(tx: Prisma.TransactionClient, tenant: Tenant, name: string, now: Date) {
  await tx.formerRecipient.deleteMany({ where: { ...tenant, removedAt: { lt: later(now, -rememberedDays * dayMs) } } });
  const former = await tx.formerRecipient.findMany({ where: tenant, orderBy: [{ removedAt: 'desc' }, { id: 'desc' }] });
  return former.find((each) => keyOf(each.name) === keyOf(name))?.phone;
}

/** How a name reads at a glance: letters of another size, other blanks and other accents do not tell two names apart. */
function keyOf(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Removes a saved recipient. Payouts to the number stay as they are.
 * @throws DomainError invalid_input, not_found
 */
export async function removeRecipient(
  ctx: TenantContext,
  input: z.input<typeof removeRecipientSchema>,
): Promise<{ removed: true }> {
  requirePermission(ctx, 'payouts.request');
  const { recipientId } = parseInput(removeRecipientSchema, input);
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockApplication(tx, applicationId);
    const where = { ...ctx.tenant, id: recipientId };
    const removed = await tx.recipient.findFirst({ where, select: { name: true, phone: true } });
    if (!removed) throw notFound('recipient');
    await tx.recipient.deleteMany({ where });
    // The id of the row stays, so that the audit names it.
    const former = { ...removed, removedBy: ctx.actor, removedAt: at };
    await tx.formerRecipient.create({ data: { id: recipientId, ...ctx.tenant, ...former } });
    const fact = { actor: ctx.actor, action: 'recipient.removed', subjectId: recipientId, at };
    await audit(tx, { ...fact, applicationId, detail: { environment } });
  });
  return { removed: true };
}
