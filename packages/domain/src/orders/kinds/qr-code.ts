import { generateQr, qrSchema } from '../../qr/index.ts';
import { orderKind } from './kind.ts';

/** Has the provider draw a QR code. No money moves, so the order has no amount. */
export const qrCode = orderKind({
  permission: 'payments.collect',
  needsInitiator: false,
  rail: () => 'mpesa' as const,
  input: qrSchema,
  carryOut: async (ctx, input) => ({ outcome: { ok: true, ...(await generateQr(ctx, input)) } }),
});
