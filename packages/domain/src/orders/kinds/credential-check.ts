import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { checkCapabilities, checkCredentials } from './check-credentials.ts';
import { orderKind } from './kind.ts';

/** Tests stored credentials with the provider. It moves no money. */
export const credentialCheck = orderKind({
  permission: 'credentials.write',
  needsInitiator: false,
  input: z.object({
    capability: z.enum(checkCapabilities, { error: issues.oneOf({ values: checkCapabilities.join(', ') }) }),
  }),
  async carryOut(ctx, { capability }) {
    const checks = await checkCredentials(ctx, capability);
    const failed = checks.find(({ ok }) => !ok);
    if (!failed) return { outcome: { ok: true, checks } };
    return { outcome: { ok: false, code: 'check_failed', detail: failed.detail, checks } };
  },
});
