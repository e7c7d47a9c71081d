import { LinkKind, LinkStatus } from '@tillgate/db';
import { createTurns } from '@tillgate/domain/idempotency';
import { createLink, endLink, type LinkView, readNewLink, reopenLink } from '@tillgate/domain/links';
import { getLink, listLinks, readLinkList } from '@tillgate/domain/reading/links';
import { group, tenantCommand } from '../command.ts';
import { choice, optional, required } from '../fields.ts';
import { limitOption, readWholeNumber } from '../options.ts';
import { facts, table } from '../table.ts';

const linkId = required('--link <id>', 'link ID');
const kes = (amount: number | null) => (amount === null ? 'any' : `KES ${amount.toLocaleString('en')}`);

export const links = group(
  'link',
  'payment links: pages on which anybody can pay',
  tenantCommand('create', {
    about: 'make a page on which anybody can pay, and print its address',
    options: {
      title: required('--title <text>', 'what is paid for, as the payer reads it'),
      amount: optional('--amount <kes>', 'whole KES; without it, the payer chooses').as(readWholeNumber),
      kind: choice('--kind <kind>', 'once: for one order; many: takes any number of payments', Object.values(LinkKind)),
      accountReference: optional('--reference <text>', 'once: the reference of its payments'),
      description: optional('--description <text>', 'more about it'),
      expiresAt: optional('--expires-at <time>', 'when it ends, like 2026-12-01T12:00:00Z'),
      paymentsMax: optional('--payments-max <number>', 'many: it ends after so many payments').as(readWholeNumber),
      returnUrl: optional('--return-url <address>', 'where the page leads after a payment'),
    },
    verb: async (ctx, { app: _app, env: _env, ...given }) => {
      const { link } = await createLink({ ...ctx, turns: createTurns() }, readNewLink(given));
      return link;
    },
    text: linkText,
  }),
  tenantCommand('list', {
    about: 'list payment links, newest first',
    options: {
      status: choice('--status <status>', 'only in this state', Object.values(LinkStatus)),
      kind: choice('--kind <kind>', 'only of this kind', Object.values(LinkKind)),
      reference: optional('--reference <text>', 'only with this reference'),
      limit: limitOption(20),
      before: optional('--before <id>', 'continue an earlier list: its last link ID'),
    },
    verb: (ctx, { app: _app, env: _env, ...given }) => listLinks(ctx, readLinkList(given)),
    text: ({ links: found, next }) =>
      found.length === 0
        ? 'No payment links.'
        : [
            table(
              ['LINK', 'KIND', 'STATUS', 'AMOUNT', 'PAID', 'REFERENCE', 'TITLE'],
              found.map((link) => [
                link.linkId,
                link.kind,
                link.status,
                kes(link.amount),
                `${link.paidCount} (${kes(link.paidAmount)})`,
                link.accountReference ?? `${link.referencePrefix}-…`,
                link.title,
              ]),
            ),
            ...(next ? [`There are more: --before ${next}`] : []),
          ].join('\n'),
  }),
  tenantCommand('show', {
    about: 'show a payment link with its address and what was paid on it',
    options: { linkId },
    verb: (ctx, { linkId: id }) => getLink(ctx, id),
    text: linkText,
  }),
  tenantCommand('end', {
    about: 'end a payment link: nobody can begin to pay on it any more',
    options: { linkId },
    verb: async (ctx, { linkId: id }) => {
      await endLink(ctx, { linkId: id });
      return getLink(ctx, id);
    },
    text: linkText,
  }),
  tenantCommand('reopen', {
    about: 'open a payment link that ended',
    options: { linkId },
    verb: async (ctx, { linkId: id }) => {
      await reopenLink(ctx, { linkId: id });
      return getLink(ctx, id);
    },
    text: linkText,
  }),
);

function linkText(link: LinkView): string {
  return facts([
    ['Link', link.linkId],
    ['Address', link.url ?? '- (this command does not have LINK_KEY and PAY_BASE_URL, or the key is another one)'],
    ['Title', link.title],
    ['Status', link.endedBy ? `${link.status} (${link.endedBy})` : link.status],
    ['Kind', link.kind],
    ['Amount', kes(link.amount)],
    ['Reference', link.accountReference ?? `${link.referencePrefix}-…`],
    ['Paid', `${link.paidCount} (${kes(link.paidAmount)})`],
    ['Being asked', String(link.openAttempts)],
    ['Ends', link.expiresAt ?? 'never'],
  ]);
}
