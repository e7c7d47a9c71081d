import { generateQr, qrSchema } from '@tillgate/domain/qr';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

export const qrCodeSchema = z
  .strictObject({ qrBase64: z.base64().meta({ description: 'The PNG image, base64-encoded.' }) })
  .meta({ id: 'QrCode' });

/** POST /qr-generate (spec 4.5). */
export function qrGenerateRoute(app: Routes, deps: Deps): void {
  app.post(
    '/qr-generate',
    {
      config: { scope: 'offline' },
      schema: {
        operationId: 'generateQr',
        summary: 'Generate a QR code',
        description:
          'Returns a QR code that a customer can scan to pay. No record is created. The payment arrives as an offline payment, so register your URLs with POST /c2b-register first.',
        tags: ['Offline payments'],
        body: qrSchema,
        response: {
          200: qrCodeSchema.describe('The QR code.'),
          ...problemResponses(400, 401, 403, 413, 422, 429, 500, 502, 503),
        },
      },
    },
    async (request) => generateQr(tenantContext(deps.context, request), request.body),
  );
}
