import type { FastifyInstance } from 'fastify';
import { toBuffer } from 'qrcode';
import { type Checked, decimalOf, isTextBetween, isWholeBetween, paymentAmountMax, textOf } from './field-checks.ts';
import { newConversationId, newQrRequestId } from './ids.ts';
import { openRequest, sendInvalidField, sendJson } from './provider-answers.ts';
import { noteEntry } from './request-entries.ts';
import type { Simulation } from './simulation.ts';

export const qrPath = '/mpesa/qrcode/v1/generate';

/** The fields of a valid QR request. Amount in KES, with or without decimals; size in pixels. */
type Qr = { merchantName: string; refNo: string; amount: number; trxCode: string; cpi: string; size: number };

const textLengthMax = 64;
const cpiPattern = /^\d{5,12}$/;
const trxCodes: readonly string[] = ['BG', 'WA', 'PB', 'SM', 'SB'];
/** A smaller code with the longest payload cannot be scanned. */
const sizeMinPixels = 128;
const sizeMaxPixels = 2_000;
const marginModules = 2;

const checkQr = (body: Record<string, unknown>): Checked<Qr> => {
  const text = (name: string): string => textOf(body[name]);
  if (!isTextBetween(text('MerchantName'), 1, textLengthMax)) return { invalid: 'MerchantName' };
  if (!isTextBetween(text('RefNo'), 1, textLengthMax)) return { invalid: 'RefNo' };
  const amount = decimalOf(body.Amount);
  if (amount === undefined || amount <= 0 || amount > paymentAmountMax) return { invalid: 'Amount' };
  if (!trxCodes.includes(text('TrxCode'))) return { invalid: 'TrxCode' };
  if (!cpiPattern.test(text('CPI'))) return { invalid: 'CPI' };
  if (!isWholeBetween(text('Size'), sizeMinPixels, sizeMaxPixels)) return { invalid: 'Size' };
  return {
    fields: {
      merchantName: text('MerchantName'),
      refNo: text('RefNo'),
      amount,
      trxCode: text('TrxCode'),
      cpi: text('CPI'),
      size: Number(text('Size')),
    },
  };
};

/** The text in the QR code. The provider's own payload is not public, so this is readable JSON instead. */
export const qrPayload = ({ merchantName, refNo, amount, trxCode, cpi }: Omit<Qr, 'size'>): string =>
  JSON.stringify({ merchant: merchantName, ref: refNo, amount, trxCode, cpi });

/** Renders a PNG of exactly `size` by `size` pixels. */
export const renderQr = (payload: string, size: number): Promise<Buffer> =>
  toBuffer(payload, { type: 'png', width: size, margin: marginModules, errorCorrectionLevel: 'L' });

/**
 * `POST /mpesa/qrcode/v1/generate`. ResponseCode alternates between the two forms the provider uses: `AG_…` and `00`.
 */
export const addQrRoute = (app: FastifyInstance, simulation: Simulation): void => {
  app.post(qrPath, async (request, reply) => {
    const body = openRequest(simulation, request, reply);
    if (body === undefined) return reply;
    const checked = checkQr(body);
    if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid);
    const { amount, refNo, size } = checked.fields;
    noteEntry(request, { amount, accountReference: refNo });
    const png = await renderQr(qrPayload(checked.fields), size);
    simulation.qrCodes += 1;
    return sendJson(reply, 200, {
      ResponseCode: simulation.qrCodes % 2 === 1 ? newConversationId(simulation.now()) : '00',
      RequestID: newQrRequestId(),
      ResponseDescription: 'The service request is processed successfully.',
      QRCode: png.toString('base64'),
    });
  });
};
