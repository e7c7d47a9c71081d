import { v7 as uuidv7 } from 'uuid';
import { requireEither, requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import type { Issue } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { storeChange } from './change-statements.ts';
import { expiryIssue } from './link.ts';
import { type LinkShop, returnHostsOf } from './link-shop.ts';
import type { LinkRow } from './link-view.ts';
import { linkIssues } from './refusals.ts';
import { returnUrlIssue } from './return-url.ts';
import {
  type ChangeLinkInput,
  changeableNames,
  type EditLinkInput,
  editLinkSchema,
  fixedNames,
  removableNames,
} from './schemas.ts';
import { lockOwnLink } from './scope.ts';

/** A null removes what is stored. */
type Change = { [Name in keyof ChangeLinkInput]: ChangeLinkInput[Name] | null };

/** What of a link changes: new values, names of those to remove, and names that were sent beside. */
export type LinkChangeInput = {
  linkId: string;
  values: ChangeLinkInput;
  removed?: readonly string[];
  sent?: readonly string[];
};

/**
 * Changes the words, the end and the way back of a link. What is left out stays. Nobody pays another amount than the one
 * that they saw, so amount, reference and fields never change.
 * @throws DomainError forbidden, not_found, invalid_input
 */
export async function changeLink(ctx: TenantContext, given: LinkChangeInput): Promise<void> {
  requireEither(ctx, 'collect', 'links.write');
  const { linkId, values, removed = [], sent = [] } = given;
  const fixed = fixedNames.filter((name) => sent.includes(name));
  if (fixed.length > 0) throw invalidInput(...fixed.map((name) => issue(name, linkIssues.fixed)));
  const nulls = removableNames.filter((name) => removed.includes(name)).map((name) => [name, null]);
  const change: Change = { ...values, ...Object.fromEntries(nulls) };
  await ctx.db.transaction(async (db) => {
    const link = await lockOwnLink(db, linkId, ctx.tenant);
    const at = ctx.clock.now();
    const shop = { returnHosts: change.returnUrl ? await returnHostsOf(ctx) : [] };
    const found = issuesOf(change, { link, shop, now: at });
    if (found.length > 0) throw invalidInput(...found);
    const changed = changeableNames.filter((name) => change[name] !== undefined);
    if (changed.length === 0) return;
    const { title, description, expiresAt, paymentsMax, returnUrl } = {
      ...link,
      ...Object.fromEntries(changed.map((name) => [name, change[name]])),
    };
    await storeChange(db, linkId, {
      ...{ title, description, expiresAt, paymentsMax, returnUrl },
      metadata: change.metadata && JSON.stringify(change.metadata),
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

/**
 * The same from a form of a person, where null removes what is stored.
 * @throws DomainError as {@link changeLink}
 */
export async function editLink(ctx: TenantContext, input: EditLinkInput): Promise<void> {
  requirePermission(ctx, 'links.write');
  const { linkId, ...fields } = parseInput(editLinkSchema, input);
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const removed = removableNames.filter((name) => name !== 'metadata' && fields[name] === null);
  await changeLink(ctx, { linkId, values: Object.fromEntries(given), removed });
}

function issuesOf(
  change: Change,
  { link, shop, now }: { link: LinkRow; shop: Pick<LinkShop, 'returnHosts'>; now: Date },
): Issue[] {
  const { expiresAt, paymentsMax } = change;
  const expiry = expiresAt === undefined ? undefined : expiryIssue(link.kind, expiresAt, now);
  const back = returnUrlIssue(change.returnUrl, shop);
  const isOfOnce = typeof paymentsMax === 'number' && link.kind === 'once';
  const isBelow = typeof paymentsMax === 'number' && link.paidCount > 0 && paymentsMax <= link.paidCount;
  return [
    ...(expiry ? [issue('expiresAt', expiry)] : []),
    ...(back ? [issue('returnUrl', back)] : []),
    ...(isOfOnce ? [issue('paymentsMax', linkIssues.onlyForMany)] : []),
    ...(isBelow ? [issue('paymentsMax', linkIssues.paymentsMaxBelowPaid({ count: link.paidCount }))] : []),
  ];
}
