import { generateQr, qrSchema } from '../../qr/index.ts';
import { orderKind } from './kind.ts';

/** Has the provider draw a QR code. Its amount moves nothing, so the order has none. */
export const qrCode = orderKind({
  permission: 'payments.collect',
  needsInitiator: false,
  input: qrSchema,
  carryOut: async (ctx, input) => ({ outcome: { ok: true, ...(await generateQr(ctx, input)) } }),
});
