import { createKey, revokeKey, rotateKey } from '@tillgate/domain/keys';
import { listKeys } from '@tillgate/domain/reading/keys';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { momentField } from '../page-fields.ts';
import { toWire } from '../wire.ts';

const write = tenantProcedure('keys.write', { reauthentication: 'production' });

export const keysRouter = createRouter({
  list: tenantProcedure('keys.read').query(async ({ ctx }) => toWire(await listKeys(ctx.tenantCtx))),

  create: write
    .input(z.object({ name: z.string(), expiresAt: momentField.optional() }))
    .mutation(async ({ ctx, input: { name, expiresAt } }) =>
      createKey(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, name, expiresAt }),
    ),

  rotate: write
    .input(z.object({ keyId: z.string(), graceSeconds: z.number() }))
    .mutation(async ({ ctx, input: { keyId, graceSeconds } }) =>
      toWire(await rotateKey(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, keyId, graceSeconds })),
    ),

  revoke: write
    .input(z.object({ keyId: z.string() }))
    .mutation(async ({ ctx, input: { keyId } }) =>
      toWire(await revokeKey(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, keyId })),
    ),
});
