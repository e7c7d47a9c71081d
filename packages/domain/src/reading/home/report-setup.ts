import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import type { RailName } from '../../rails/index.ts';
import { listCollectingRails, listPayingRails } from '../credentials/index.ts';
import { isHookOpen } from '../hook-access.ts';
import { readSetup } from './setup-statements.ts';

/** How many of an endpoint's first and latest deliveries are searched for an acknowledged one. */
const deliveriesScanMax = 1_000;
/** An application with this many payments is no longer new. */
const paymentsMax = 25;

const setupSteps = ['credentials', 'key', 'payment', 'endpoint', 'delivery'] as const;
type SetupStep = (typeof setupSteps)[number];
const readinessSteps = ['credentials', 'key', 'endpoint', 'initiator', 'policy'] as const;
type ReadinessStep = (typeof readinessSteps)[number];

type SetupReport = {
  /** The networks that the application has accounts at, its default first; none before the first step. */
  rails: RailName[];
  steps: { step: SetupStep; isDone: boolean }[];
  /** Setup is incomplete, and the application has few payments. */
  isNew: boolean;
  /** The steps before going live. */
  readiness: { step: ReadinessStep; isDone: boolean }[];
  /** Every address may post callbacks of this application in production. */
  isHookOpen: boolean;
};

/** Which first steps of an application are done. */
export async function reportSetup(ctx: TenantContext): Promise<SetupReport> {
  requirePermission(ctx, 'reports.read');
  const by = { now: ctx.clock.now(), deliveriesScanMax, paymentsMax };
  const production = { ...ctx.tenant, environment: 'production' as const };
  const [state, prepared, rails, paying, isOpen] = await Promise.all([
    readSetup(ctx.db.pool, ctx.tenant, by),
    readSetup(ctx.db.pool, production, by),
    listCollectingRails(ctx.db.prisma, ctx.tenant),
    listPayingRails(ctx.db.prisma, production),
    isHookOpen(ctx),
  ]);
  const ready = { ...prepared, initiator: paying.length > 0 };
  const steps = setupSteps.map((step) => ({ step, isDone: state[step] }));
  return {
    rails,
    steps,
    isNew: state.payments < paymentsMax && steps.some(({ isDone }) => !isDone),
    readiness: readinessSteps.map((step) => ({ step, isDone: ready[step] })),
    isHookOpen: isOpen,
  };
}
