import type { TenantContext } from '@tillgate/domain';
import type { LinkView, WithPayPages } from '@tillgate/domain/links';
import { findLinks } from '@tillgate/domain/reading/links';
import { maskPhonesIn } from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import { foreignText, readsOnly, type Tool } from './tool.ts';

const textMax = 64;

const inputSchema = z.strictObject({
  text: z.string().min(1).max(textMax).describe('linkId, or any part of the title or the reference, in any case'),
});

const linkSchema = z.object({
  linkId: z.string(),
  url: z.string().nullable().describe('whoever opens it can pay; null: this server does not know the payment pages'),
  kind: z.enum(['once', 'many']).describe('once: for one order; many: takes any number of payments'),
  status: z.enum(['open', 'paid', 'ended']),
  endedBy: z.enum(['expiry', 'person', 'key', 'limit']).nullable(),
  title: z.string(),
  amount: z.int().nullable().describe('whole KES; null: the payer chooses'),
  amountMin: z.int().nullable(),
  amountMax: z.int().nullable(),
  accountReference: z.string().nullable().describe('once: the reference of its payments'),
  referencePrefix: z.string().nullable().describe('many: how the references of its payments begin'),
  expiresAt: z.string().nullable().describe('null: never'),
  paymentsMax: z.int().nullable(),
  paidCount: z.int().describe('payments that count towards it'),
  paidAmount: z.int().describe('their sum, whole KES'),
  openAttempts: z.int().describe('prompts of it that have no outcome yet'),
  createdAt: z.string(),
});

const outputSchema = z.object({
  links: z.array(linkSchema).describe('newest first, ten at most'),
  more: z.boolean().describe('others match or may match: ask with a longer text'),
});

/** Finds payment links of a tenant. */
export function findLink(ctx: TenantContext & WithPayPages): Tool<typeof inputSchema, typeof outputSchema> {
  return {
    name: 'find_link',
    title: 'Find a payment link',
    description: `Finds payment links, which are pages on which anybody can pay, by their title, reference or id. Shows whether each can be paid and what was paid. ${foreignText}`,
    inputSchema,
    outputSchema,
    annotations: readsOnly,
    async run({ text }) {
      const { links, more } = await findLinks(ctx, { text });
      return { summary: summaryOf(links.length, more), data: { links: links.map(view), more } };
    },
  };
}

/** Without what only payers and programs need: the phone that is filled in, the questions and the way back. */
function view(link: LinkView): z.output<typeof linkSchema> {
  const { linkId, url, kind, status, endedBy, title, amount, amountMin, amountMax, accountReference } = link;
  const { referencePrefix, expiresAt, paymentsMax, paidCount, paidAmount, openAttempts, createdAt } = link;
  return {
    ...{ linkId, url, kind, status, endedBy, amount, amountMin, amountMax },
    title: maskPhonesIn(title),
    accountReference: accountReference && maskPhonesIn(accountReference),
    referencePrefix: referencePrefix && maskPhonesIn(referencePrefix),
    ...{ expiresAt, paymentsMax, paidCount, paidAmount, openAttempts, createdAt },
  };
}

function summaryOf(count: number, more: boolean): string {
  const found =
    count === 0 ? 'No payment link matches.' : `${count} payment ${count === 1 ? 'link matches' : 'links match'}.`;
  return more ? `${found} There may be more.` : found;
}
