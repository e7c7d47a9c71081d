import { v7 as uuidv7 } from 'uuid';
import { requireEither } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import type { Issue } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { expiryIssue } from './link.ts';
import { type LinkShop, readShop } from './link-shop.ts';
import type { LinkRow } from './link-view.ts';
import { linkIssues } from './refusals.ts';
import { returnUrlIssue } from './return-url.ts';
import { type ChangeLinkInput, changeableNames, fixedNames } from './schemas.ts';
import { lockOwnLink } from './scope.ts';
import { storeChange } from './statements.ts';

/**
 * Changes the words, the end and the way back of a link. What is left out stays. Nobody pays another amount than the one
 * that they saw, so amount, reference and fields never change.
 * @throws DomainError forbidden, not_found, invalid_input
 */
export async function changeLink(ctx: TenantContext, linkId: string, input: ChangeLinkInput): Promise<void> {
  requireEither(ctx, 'collect', 'links.write');
  const fixed = fixedNames.filter((name) => name in input);
  if (fixed.length > 0) throw invalidInput(...fixed.map((name) => issue(name, linkIssues.fixed)));
  const shop = await readShop(ctx);
  await ctx.db.transaction(async (db) => {
    const link = await lockOwnLink(db, linkId, ctx.tenant);
    const at = ctx.clock.now();
    const found = issuesOf(input, { link, shop, now: at });
    if (found.length > 0) throw invalidInput(...found);
    const changed = changeableNames.filter((name) => input[name] !== undefined);
    if (changed.length === 0) return;
    const { title, description, expiresAt, paymentsMax, returnUrl } = { ...link, ...given(input) };
    await storeChange(db, linkId, {
      ...{ title, description, expiresAt, paymentsMax, returnUrl },
      metadata: input.metadata && JSON.stringify(input.metadata),
      at,
      audit: {
        id: uuidv7(),
        actor: ctx.actor,
        action: 'link.changed',
        detail: { environment: link.environment, name: title, fields: changed },
      },
    });
  });
}

/** The values that were sent. A null is one: it removes what is stored. */
function given(input: ChangeLinkInput): Partial<LinkRow> {
  return Object.fromEntries(
    changeableNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
}

function issuesOf(input: ChangeLinkInput, { link, shop, now }: { link: LinkRow; shop: LinkShop; now: Date }): Issue[] {
  const { expiresAt, paymentsMax } = input;
  const expiry = expiresAt === undefined ? undefined : expiryIssue(link.kind, expiresAt, now);
  const back = returnUrlIssue(input.returnUrl, shop);
  const isOfOnce = typeof paymentsMax === 'number' && link.kind === 'once';
  const isBelow = typeof paymentsMax === 'number' && link.paidCount > 0 && paymentsMax <= link.paidCount;
  return [
    ...(expiry ? [issue('expiresAt', expiry)] : []),
    ...(back ? [issue('returnUrl', back)] : []),
    ...(isOfOnce ? [issue('paymentsMax', linkIssues.onlyForMany)] : []),
    ...(isBelow ? [issue('paymentsMax', linkIssues.paymentsMaxBelowPaid({ count: link.paidCount }))] : []),
  ];
}
