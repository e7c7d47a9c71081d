import {
  createKey,
  createKeySchema,
  revokeKey,
  revokeKeySchema,
  rotateKey,
  rotateKeySchema,
} from '@tillgate/domain/keys';
import { listKeys } from '@tillgate/domain/reading/keys';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const write = tenantProcedure('keys.write', { reauthentication: 'production' });

export const keysRouter = createRouter({
  list: tenantProcedure('keys.read').query(async ({ ctx }) => toWire(await listKeys(ctx.tenantCtx))),

  create: write
    .input(verbInput(createKeySchema))
    .mutation(({ ctx, input }) => createKey(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  rotate: write
    .input(verbInput(rotateKeySchema))
    .mutation(async ({ ctx, input }) => toWire(await rotateKey(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant }))),

  revoke: tenantProcedure('keys.write', { reauthentication: 'production', whileSuspended: true })
    .input(verbInput(revokeKeySchema))
    .mutation(async ({ ctx, input }) => toWire(await revokeKey(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant }))),
});
