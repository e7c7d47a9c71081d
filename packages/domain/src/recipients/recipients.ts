import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, invalidInput, nameSchema, parseInput } from '../kernel/input.ts';
import { phoneSchema } from '../kernel/phone.ts';

/** Saved recipients of an application in one environment. */
export const recipientsMax = 500;

/** Somebody who is paid again and again. `phone` is 254XXXXXXXXX. */
export type Recipient = { recipientId: string; name: string; phone: string };

export const saveRecipientSchema = z.object({ name: nameSchema, phone: phoneSchema });
export const removeRecipientSchema = z.object({ recipientId: idSchema });

/** The saved recipients of the tenant, by name. */
export async function listRecipients(ctx: TenantContext): Promise<Recipient[]> {
  requirePermission(ctx, 'payouts.request');
  const rows = await ctx.db.prisma.recipient.findMany({ where: ctx.tenant, take: recipientsMax });
  const recipients = rows.map(({ id, name, phone }) => ({ recipientId: id, name, phone }));
  return recipients.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.phone.localeCompare(b.phone));
}

/**
 * Saves a phone number under a name. Neither may be saved already: two rows that look alike would send money to the wrong
 * person. The audit names the row and neither the name nor the number, which can be erased.
 * @throws DomainError invalid_input (also: the name or the number is saved already, there are {@link recipientsMax})
 */
export async function saveRecipient(
  ctx: TenantContext,
  input: z.input<typeof saveRecipientSchema>,
): Promise<Recipient> {
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
    if (known) throw invalidInput({ path: 'phone', message: `is saved already, as "${known.name}"` });
    if (others.some((other) => keyOf(other.name) === keyOf(name))) {
      throw invalidInput({ path: 'name', message: 'is the name of another saved recipient' });
    }
    if (others.length >= recipientsMax) {
      throw invalidInput({ path: 'name', message: `is too many: ${recipientsMax} recipients are saved` });
    }
    await tx.recipient.create({
      data: { id, applicationId, environment, name, phone, savedBy: ctx.actor, savedAt: at },
    });
    const action = 'recipient.saved';
    await audit(tx, { actor: ctx.actor, action, subjectId: id, applicationId, detail: { environment }, at });
    return { recipientId: id, name, phone };
  });
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
  await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.recipient.deleteMany({ where: { ...ctx.tenant, id: recipientId } });
    if (count === 0) throw notFound('recipient');
    const fact = { actor: ctx.actor, action: 'recipient.removed', subjectId: recipientId, at: ctx.clock.now() };
    await audit(tx, { ...fact, applicationId, detail: { environment } });
  });
  return { removed: true };
}
