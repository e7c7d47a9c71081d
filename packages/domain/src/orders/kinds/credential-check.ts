import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { railSchema } from '../../provider/rail-schema.ts';
import { checkCapabilities, checkCredentials } from './check-credentials.ts';
import { orderKind } from './kind.ts';

/** Tests stored credentials with the network, M-PESA unless another is named. It moves no money. */
export const credentialCheck = orderKind({
  permission: 'credentials.write',
  needsInitiator: false,
  input: z
    .object({
      capability: z.enum(checkCapabilities, { error: issues.oneOf({ values: checkCapabilities.join(', ') }) }),
      rail: railSchema.optional(),
    })
    // The rest is M-PESA's.
    .refine(({ capability, rail = 'mpesa' }) => rail === 'mpesa' || capability === 'token', {
      error: issues.oneOf({ values: 'token' }),
      path: ['capability'],
    }),
  rail: ({ rail = 'mpesa' }) => rail,
  async carryOut(ctx, { capability, rail = 'mpesa' }) {
    const checks = await checkCredentials(ctx, capability, rail);
    const failed = checks.find(({ ok }) => !ok);
    if (!failed) return { outcome: { ok: true, checks } };
    return { outcome: { ok: false, code: 'check_failed', detail: failed.detail, checks } };
  },
});
