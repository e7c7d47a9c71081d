import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type IdempotentRequest, type NewClaim, runIdempotent, type WithTurns } from '../idempotency/index.ts';
import { requireEither } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import type { Issue } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { spokenCode } from '../kernel/spoken.ts';
import { amountIssues, expiryIssue, expiryOf, openLinksMax, referenceKeyOf } from './link.ts';
import { demandPayPages, type LinkShop, readShop } from './link-shop.ts';
import type { PayPages, WithPayPages } from './link-token.ts';
import { type LinkView, linkView, linkViewSchema } from './link-view.ts';
import { linkIssues } from './refusals.ts';
import { returnUrlIssue } from './return-url.ts';
import { type CreateLinkInput, fieldIssues } from './schemas.ts';
import { countOpenLinks, insertLink, type NewLink } from './statements.ts';

const prefixDefault = 'PAY';
const referenceLength = 7;
/** How many references of ours are tried when others have them. */
const referenceAttemptsMax = 5;

/** A link as it was made. Its address is not stored. */
const madeSchema = linkViewSchema.omit({ url: true });

type LinksContext = TenantContext & WithPayPages;

/**
 * Makes a page on which anybody can pay. The same key and input return the link as it was made.
 * @throws DomainError forbidden (scope, role, no payment pages here, production not allowed), provider_not_configured,
 *   invalid_input, idempotency_*
 */
export async function createLink(
  ctx: LinksContext & WithTurns,
  input: CreateLinkInput,
  idempotency?: Omit<IdempotentRequest, 'endpoint'>,
): Promise<{ link: LinkView; replayed: boolean }> {
  requireEither(ctx, 'collect', 'links.write');
  const payPages = demandPayPages(ctx);
  const request = idempotency && { endpoint: 'link' as const, ...idempotency };
  const { outcome, replayed } = await runIdempotent(ctx, request, madeSchema, async (claim) => {
    return makeLink(ctx, input, { id: uuidv7(), payPages, claim });
  });
  return { link: { ...outcome, url: payPages.urlOf(outcome.linkId) }, replayed };
}

/**
 * Judges the input and inserts the link. Who asks was judged before.
 * @returns undefined when the key was claimed before, or a link has the id already
 * @throws DomainError as {@link createLink}
 */
export async function makeLink(
  ctx: LinksContext,
  input: CreateLinkInput,
  how: Omit<Making, 'shop'>,
): Promise<Omit<LinkView, 'url'> | undefined> {
  const shop = await readShop(ctx);
  const found = issuesOf(input, shop, ctx.clock.now());
  if (found.length > 0) throw invalidInput(...found);
  return insert(ctx, input, { shop, ...how });
}

/** What is wrong with the input beside the form of its values. */
function issuesOf(input: CreateLinkInput, shop: LinkShop, now: Date): Issue[] {
  const { kind, expiresAt, accountReference } = input;
  const foreign =
    kind === 'once' ? (['paymentsMax', 'referencePrefix'] as const) : (['accountReference', 'phone'] as const);
  const why = kind === 'once' ? linkIssues.onlyForMany : linkIssues.onlyForOnce;
  const expiry = expiresAt === undefined ? undefined : expiryIssue(kind, expiresAt, now);
  const back = returnUrlIssue(input.returnUrl, shop);
  const isUnreadable = accountReference !== undefined && !/[\p{L}\p{N}]/u.test(accountReference);
  return [
    ...amountIssues(input).map(([path, wrong]) => issue(path, wrong)),
    ...fieldIssues(input.fields ?? []).map(([path, wrong]) => issue(path, wrong)),
    ...foreign.flatMap((path) => (input[path] === undefined ? [] : [issue(path, why)])),
    ...(expiry ? [issue('expiresAt', expiry)] : []),
    ...(back ? [issue('returnUrl', back)] : []),
    ...(isUnreadable ? [issue('accountReference', linkIssues.referenceLetters)] : []),
    ...(input.offline === true && shop.product !== 'paybill' ? [issue('offline', linkIssues.offlineOfTill)] : []),
  ];
}

type Making = { id: string; shop: LinkShop; payPages: PayPages; claim: NewClaim | undefined };

async function insert(
  ctx: LinksContext,
  input: CreateLinkInput,
  { claim, ...making }: Making,
): Promise<Omit<LinkView, 'url'> | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const link = newLink(ctx, input, making);
    const { url: _, ...outcome } = linkView(link, 0, undefined);
    const made = await ctx.db.transaction(async (db) => {
      if ((await countOpenLinks(db, ctx.tenant)) >= openLinksMax) {
        throw invalidInput(issue('', linkIssues.openLinksFull({ max: openLinksMax })));
      }
      const { environment, kind, title, amount } = link;
      return insertLink(db, link, {
        claim: claim && { ...ctx.tenant, ...claim },
        outcome,
        audit: {
          id: uuidv7(),
          actor: ctx.actor,
          action: 'link.created',
          detail: { environment, kind, name: title, amount },
        },
      });
    });
    if (made === 'made') return outcome;
    if (made === 'claimed') return undefined;
    if (input.accountReference !== undefined || attempt === referenceAttemptsMax) {
      throw invalidInput(issue('accountReference', linkIssues.referenceTaken));
    }
  }
}

function newLink(ctx: LinksContext, input: CreateLinkInput, { id, shop, payPages }: Omit<Making, 'claim'>): NewLink {
  const createdAt = ctx.clock.now();
  const { kind, amount = null, choices = [], expiresAt = null } = input;
  const reference = kind === 'once' ? (input.accountReference ?? spokenCode(randomUUID(), referenceLength)) : null;
  return {
    id,
    ...ctx.tenant,
    tokenHash: payPages.hashOf(id),
    ...{ kind, status: 'open', endedBy: null, endedAt: null, endings: 0 },
    ...{ title: input.title, description: input.description ?? null },
    ...{ amount, amountMin: input.amountMin ?? null, amountMax: input.amountMax ?? null, choices },
    accountReference: reference,
    referenceKey: reference === null ? null : referenceKeyOf(reference),
    referencePrefix: kind === 'many' ? (input.referencePrefix ?? prefixDefault) : null,
    fields: input.fields ?? [],
    expiresAt: expiryOf({ kind, expiresAt }, createdAt),
    paymentsMax: input.paymentsMax ?? null,
    promptsAllowed: 0,
    phone: input.phone ?? null,
    returnUrl: input.returnUrl ?? null,
    language: input.language,
    offline: input.offline ?? shop.product === 'paybill',
    metadata: input.metadata ? JSON.stringify(input.metadata) : null,
    createdBy: ctx.actor,
    createdAt,
    ...{ paidCount: 0, paidAmount: 0 },
  };
}
