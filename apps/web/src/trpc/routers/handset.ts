import { answerHandset, answerHandsetSchema, listScenarios, lookAtHandset } from '@tillgate/domain/handset';
import { createHandset } from '@/handset';
import { createRouter, tenantProcedure } from '../init.ts';
import { toWire } from '../wire.ts';

const handsetProcedure = tenantProcedure('handset.use').use(({ ctx, next }) => {
  const handset = createHandset(ctx.deps.settings.sandboxUrl);
  return next({ ctx: { handsetCtx: { ...ctx.tenantCtx, handset } } });
});

export const handsetRouter = createRouter({
  look: handsetProcedure.query(async ({ ctx }) => toWire(await lookAtHandset(ctx.handsetCtx))),

  answer: handsetProcedure
    .input(answerHandsetSchema)
    .mutation(({ ctx, input: { paymentId, answer } }) => answerHandset(ctx.handsetCtx, { paymentId, answer })),

  scenarios: handsetProcedure.query(async ({ ctx }) => ({ scenarios: await listScenarios(ctx.handsetCtx) })),
});
