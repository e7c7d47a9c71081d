import { generateQr, qrSchema } from '@tillgate/domain/qr';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

export const qrCodeSchema = z
  .strictObject({ qrBase64: z.base64().meta({ description: 'A PNG image.' }) })
  .meta({ id: 'QrCode' });

/** POST /qr-generate (spec 4.5). */
export function qrGenerateRoute(app: Routes, deps: Deps): void {
  app.post(
    '/qr-generate',
    {
      schema: {
        operationId: 'generateQr',
        summary: 'Make a QR code to pay by',
        description:
          'Answered at once; nothing is recorded. A payment by the code comes as an offline payment: register for those first.',
        tags: ['Offline payments'],
        body: qrSchema,
        response: {
          200: qrCodeSchema.describe('The code.'),
          ...problemResponses(400, 401, 413, 422, 500, 502, 503),
        },
      },
    },
    async (request) => generateQr(tenantContext(deps.context, request), request.body),
  );
}
