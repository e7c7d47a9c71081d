import { getC2bRules, type LeftOut, patternProblem } from '../../c2b/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { isHookOpen } from '../hook-access.ts';
import { browsePayments } from '../payments/browse-payments.ts';
import { browseReviews } from '../reviews/browse-reviews.ts';

const recentMax = 10;
const reviewsMax = 10;
const heldMax = 20;
const replacedMax = 20;

export type OfflineState = Awaited<ReturnType<typeof getOfflineState>>;

/**
 * The state of an application's offline payments: the registration, the rules, what waits for a person, and the latest
 * payments. Without the hook's token.
 * @throws DomainError not_found
 */
export async function getOfflineState(ctx: TenantContext) {
  requirePermission(ctx, 'offline.read');
  const { prisma } = ctx.db;
  const { applicationId, environment } = ctx.tenant;
  const [account, rules, recent, reviews, isOpen] = await Promise.all([
    prisma.providerCredential.findUnique({
      where: { applicationId_environment: { applicationId, environment } },
      select: { product: true, shortcode: true, tillNumber: true },
    }),
    getC2bRules(ctx, { applicationId, environment }),
    browsePayments(ctx, { source: 'c2b', limit: recentMax }),
    browseReviews(ctx, { isOffline: true, limit: reviewsMax }),
    isHookOpen(ctx),
  ]);
  const registration = account
    ? await prisma.c2bRegistration.findUnique({
        where: {
          applicationId_environment_shortcode: { applicationId, environment, shortcode: account.shortcode },
        },
        select: {
          id: true,
          responseCode: true,
          responseDescription: true,
          registeredAt: true,
          nominatedPhone: true,
          pullRegisteredAt: true,
          pullDueAt: true,
          pulledTo: true,
          pullError: true,
          pullLeftOut: true,
        },
      })
    : null;
  return {
    account,
    registration: registration?.registeredAt
      ? {
          registeredAt: registration.registeredAt.toISOString(),
          responseDescription: registration.responseDescription,
          /** The provider already had URLs for this shortcode, perhaps of another system. */
          isTakenOver: registration.responseCode === null && registration.responseDescription === null,
        }
      : null,
    pulls: registration ? pullsOf(registration) : null,
    rules,
    /** Why the stored reference pattern cannot be used: until it is changed, it refuses every payment. */
    patternProblem: patternProblem(rules.referencePattern),
    recent: recent.payments,
    /** Open reviews about these payments, and about messages of which no payment could be made. */
    reviews: { rows: reviews.rows, hasMore: reviews.older !== null },
    held: registration ? await readHeld(ctx, registration.id) : [],
    /** URLs were made for this shortcode, so their token can be replaced. */
    hasHook: registration !== null,
    /** Every address may post callbacks of this environment, and this environment is production. */
    isHookOpen: isOpen,
    replacedTokens: await readReplacedTokens(ctx),
  };
}

/** The state of pulled payments. Without the nominated number. */
function pullsOf(row: {
  nominatedPhone: string | null;
  pullRegisteredAt: Date | null;
  pullDueAt: Date | null;
  pulledTo: Date | null;
  pullError: string | null;
  pullLeftOut: unknown;
}) {
  return {
    isOn: row.nominatedPhone !== null,
    /** When the provider accepted the registration; null until then. */
    registeredAt: row.pullRegisteredAt?.toISOString() ?? null,
    dueAt: row.pullDueAt?.toISOString() ?? null,
    /** Payments until this time are pulled. */
    pulledTo: row.pulledTo?.toISOString() ?? null,
    /** Why the last pull failed, for people; null after a success. */
    error: row.pullError,
    /** Rows of the last pull that are not recorded. */
    leftOut: (row.pullLeftOut ?? []) as LeftOut[],
  };
}

/** Replaced tokens that are still valid, newest first. Without the tokens themselves. */
async function readReplacedTokens({ db, clock, tenant }: TenantContext) {
  const rows = await db.prisma.c2bRetiredToken.findMany({
    where: { registration: tenant, OR: [{ endsAt: null }, { endsAt: { gt: clock.now() } }] },
    orderBy: { retiredAt: 'desc' },
    take: replacedMax,
    select: { retiredAt: true, endsAt: true, graceSeconds: true },
  });
  return rows.map(({ retiredAt, endsAt, graceSeconds }) => ({
    retiredAt: retiredAt.toISOString(),
    /** Null until the provider accepts the new URL, or a person ends it. */
    endsAt: endsAt?.toISOString() ?? null,
    /** Only a person ends it. */
    isManual: graceSeconds === null,
  }));
}

/** Confirmations that are not recorded as payments yet and will be tried again. */
async function readHeld({ db, clock }: TenantContext, registrationId: string) {
  const rows = await db.prisma.providerCallback.findMany({
    where: {
      subjectId: registrationId,
      kind: 'c2b_confirmation',
      retryAt: { not: null },
      receivedAt: { lt: new Date(clock.now().getTime() - heldAfterMs) },
    },
    orderBy: { receivedAt: 'desc' },
    take: heldMax,
    select: { id: true, state: true, error: true, receivedAt: true, retryAt: true },
  });
  return rows.map(({ id: callbackId, receivedAt, retryAt, ...row }) => ({
    callbackId,
    ...row,
    receivedAt: receivedAt.toISOString(),
    retryAt: retryAt?.toISOString() ?? null,
  }));
}

/** Every confirmation waits briefly, so shorter waits are not shown. */
const heldAfterMs = 30_000;
