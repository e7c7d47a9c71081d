import { z } from 'zod';
import { registerC2bUrls } from '../../c2b/index.ts';
import { orderKind } from './kind.ts';

/** Registers the URLs for offline payments with the provider. */
export const c2bRegistration = orderKind({
  permission: 'offline.write',
  needsInitiator: false,
  rail: () => 'mpesa' as const,
  input: z.object({}),
  async carryOut(ctx) {
    const { shortcode, responseCode, responseDescription } = await registerC2bUrls(ctx);
    return { outcome: { ok: true, shortcode, responseCode, responseDescription } };
  },
});
