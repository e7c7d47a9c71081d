import type { TenantContext } from '../../context.ts';
import * as reports from './statements.ts';

/** An acknowledged delivery is looked for among so many of the first and of the latest ones of an endpoint. */
const deliveriesScanMax = 1_000;
/** With so many payments an application is past its first steps. */
const paymentsMax = 25;

export const setupSteps = ['credentials', 'key', 'payment', 'endpoint', 'delivery'] as const;
export type SetupStep = (typeof setupSteps)[number];
export const readinessSteps = ['credentials', 'key', 'endpoint', 'initiator', 'policy'] as const;
export type ReadinessStep = (typeof readinessSteps)[number];

export type SetupReport = {
  steps: { step: SetupStep; isDone: boolean }[];
  /** Something is left to do, and the application is too new for figures to say much. */
  isNew: boolean;
  /** What production has. */
  readiness: { step: ReadinessStep; isDone: boolean }[];
};

/** How far the first steps of an application are, each looked up now. */
export async function reportSetup(ctx: TenantContext): Promise<SetupReport> {
  const by = { now: ctx.clock.now(), deliveriesScanMax, paymentsMax };
  const production = { ...ctx.tenant, environment: 'production' as const };
  const [state, ready] = await Promise.all([
    reports.readSetup(ctx.db.pool, ctx.tenant, by),
    reports.readSetup(ctx.db.pool, production, by),
  ]);
  const steps = setupSteps.map((step) => ({ step, isDone: state[step] }));
  return {
    steps,
    isNew: state.payments < paymentsMax && steps.some(({ isDone }) => !isDone),
    readiness: readinessSteps.map((step) => ({ step, isDone: ready[step] })),
  };
}
