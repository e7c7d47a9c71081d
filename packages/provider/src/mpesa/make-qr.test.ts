import type { QrRequest } from '@tillgate/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { cut, json, type Reply, text } from '../kit/testing.ts';
import { classifyQr } from './make-qr.ts';
import { accessToken, paybill, startProvider } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** As much of a PNG as is judged: signature, header, and a little of what follows. */
function png(width: number, height = width): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header, Buffer.from('rest')]);
}
const picture = png(300).toString('base64');
const body = (QRCode: unknown, changes: object = {}) => ({
  ResponseCode: 'AG_20260301_1',
  RequestID: '16738-1',
  ResponseDescription: 'QR Code Successfully Generated.',
  QRCode,
  ...changes,
});
const judged = (json: Record<string, unknown> | undefined) =>
  classifyQr({ kind: 'answered', statusCode: 200, json, text: '' });
const request: QrRequest = {
  amount: 250,
  refNo: 'INV-001',
  merchantName: 'Duka',
  trxCode: 'PB',
  cpi: '600123',
  sizePixels: 300,
};

async function start(reply: Reply, timeoutMs = 5_000) {
  const started = await startProvider(() => reply, { timeoutMs });
  closers.push(started.close);
  return started;
}

describe('a QR code', () => {
  it('on the wire: all fields, the size as text', async () => {
    const { provider, calls } = await start(json(200, body(picture)));
    expect(await provider.rail(paybill).qr.make(request)).toEqual({ kind: 'accepted', png: picture });
    expect(calls()[0]).toMatchObject({
      method: 'POST',
      path: '/mpesa/qrcode/v1/generate',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(JSON.parse(calls()[0]?.body ?? '')).toEqual({
      MerchantName: 'Duka',
      RefNo: 'INV-001',
      Amount: 250,
      TrxCode: 'PB',
      CPI: '600123',
      Size: '300',
    });
  });

  it('needs no initiator', async () => {
    const { provider } = await start(json(200, body(picture)));
    expect(await provider.rail({ ...paybill, initiator: null }).qr.make(request)).toMatchObject({ kind: 'accepted' });
  });

  it('may be large', async () => {
    const large = Buffer.concat([png(1000), Buffer.alloc(500_000, 1)]).toString('base64');
    const { provider } = await start(json(200, body(large)));
    expect(await provider.rail(paybill).qr.make({ ...request, sizePixels: 1000 })).toEqual({
      kind: 'accepted',
      png: large,
    });
  });

  it.each<[string, Reply, string]>([
    ['an invalid field', json(400, { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid CPI' }), 'rejected'],
    ['an answer without a picture', json(200, body('')), 'rejected'],
    ['a page under HTTP 502', text(502, '<html>'), 'unknown'],
    ['a cut connection', cut, 'unknown'],
  ])('after %s is not there', async (_name, reply, kind) => {
    const { provider, calls } = await start(reply);
    expect(await provider.rail(paybill).qr.make(request)).toMatchObject({ kind });
    expect(calls()).toHaveLength(1);
  });
});

describe('a 2xx is judged by the picture alone', () => {
  it.each<[string, unknown, object]>([
    ['an id as ResponseCode', picture, {}],
    ['"00" as ResponseCode', picture, { ResponseCode: '00' }],
    ['no ResponseCode', picture, { ResponseCode: undefined }],
    ['a strange ResponseCode', picture, { ResponseCode: '17' }],
    ['line breaks', picture.replace(/(.{20})/g, '$1\r\n'), {}],
    ['a data URL', ` data:image/png;base64,${picture}\n`, {}],
    ['a picture of another size than was asked for', png(1_024).toString('base64'), {}],
    ['a small picture', png(24).toString('base64'), {}],
    ['a picture that is not square', png(500, 300).toString('base64'), {}],
    ['no padding', png(300).toString('base64').replace(/=+$/, ''), {}],
  ])('%s: accepted', (_name, QRCode, changes) => {
    const answer = judged(body(QRCode, changes));
    expect(answer.kind).toBe('accepted');
    if (answer.kind === 'accepted') expect(answer.png).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty text', ''],
    ['blanks', ' \n'],
    ['only a prefix', 'data:image/png;base64,'],
    ['a number', 7],
    ['no base64', 'not!base64'],
    ['another format', Buffer.from('GIF89a and a good deal more of it').toString('base64')],
    ['a signature alone', png(300).subarray(0, 8).toString('base64')],
    ['a damaged header', png(300).fill(0, 12, 16).toString('base64')],
  ])('%s: rejected, for nothing can have moved', (_name, QRCode) => {
    expect(judged(body(QRCode))).toMatchObject({ kind: 'rejected', by: 'provider', code: 'qr_image_missing' });
  });

  it('without one, the code is the one that the provider gave', () => {
    expect(judged({ errorCode: '400.002.02', errorMessage: 'Invalid CPI' })).toMatchObject({
      code: '400.002.02',
      description: expect.stringContaining('Invalid CPI'),
    });
    expect(judged({ ResponseCode: '17', ResponseDescription: 'Internal failure' })).toMatchObject({
      code: '17',
      description: expect.stringContaining('Internal failure'),
    });
    expect(judged(undefined)).toMatchObject({ code: 'qr_image_missing' });
  });
});
