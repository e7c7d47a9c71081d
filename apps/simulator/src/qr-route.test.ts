import { afterEach, describe, expect, it } from 'vitest';
import { qrPath, qrPayload, renderQr } from './qr-route.ts';
import { type Bench, type Json, startBench } from './test-client.ts';

let bench: Bench;
afterEach(() => bench.close());

const qrBody = { MerchantName: 'Duka', RefNo: 'INV-1', Amount: 150, TrxCode: 'PB', CPI: '600321', Size: '300' };
const pngSignature = '89504e470d0a1a0a';
const widthOffset = 16;
const heightOffset = 20;
const badFields: [string, Json][] = [
  ['MerchantName', { MerchantName: '' }],
  ['MerchantName', { MerchantName: 'x'.repeat(65) }],
  ['RefNo', { RefNo: undefined }],
  ['Amount', { Amount: 0 }],
  ['Amount', { Amount: -0.5 }],
  ['Amount', { Amount: '1,5' }],
  ['Amount', { Amount: 250_000.5 }],
  ['TrxCode', { TrxCode: 'XX' }],
  ['CPI', { CPI: 'merchant' }],
  ['Size', { Size: '0' }],
  ['Size', { Size: '2001' }],
  ['Size', { Size: undefined }],
];

const generate = (change: Json = {}) => bench.post(qrPath, { ...qrBody, ...change });

describe('POST /mpesa/qrcode/v1/generate', () => {
  it.each(['128', 300, '512'])('answers with a PNG of the size %s that says what was asked', async (Size) => {
    bench = await startBench();
    const { status, json } = await generate({ Size });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['ResponseCode', 'RequestID', 'ResponseDescription', 'QRCode']);
    expect(json.RequestID).toMatch(/^\d{5}-\d{8}-1$/);
    const png = Buffer.from(String(json.QRCode), 'base64');
    expect(png.subarray(0, 8).toString('hex')).toBe(pngSignature);
    expect([png.readUInt32BE(widthOffset), png.readUInt32BE(heightOffset)]).toEqual([Number(Size), Number(Size)]);
    const payload = '{"merchant":"Duka","ref":"INV-1","amount":150,"trxCode":"PB","cpi":"600321"}';
    expect(qrPayload({ merchantName: 'Duka', refNo: 'INV-1', amount: 150, trxCode: 'PB', cpi: '600321' })).toBe(
      payload,
    );
    expect(png.equals(await renderQr(payload, Number(Size)))).toBe(true);
  });

  it.each([
    [1.5, 1.5],
    ['10.50', 10.5],
    ['150.00', 150],
    [0.5, 0.5],
    ['150', 150],
  ])('takes the amount %j, whole or with decimals', async (Amount, amount) => {
    bench = await startBench();
    const { status, json } = await generate({ Amount });
    expect(status).toBe(200);
    const payload = qrPayload({ merchantName: 'Duka', refNo: 'INV-1', amount, trxCode: 'PB', cpi: '600321' });
    expect(Buffer.from(String(json.QRCode), 'base64').equals(await renderQr(payload, 300))).toBe(true);
  });

  it('takes turns between the two forms of ResponseCode', async () => {
    bench = await startBench();
    const codes = [await generate(), await generate(), await generate()].map(({ json }) => json.ResponseCode);
    expect(codes).toEqual([expect.stringMatching(/^AG_\d{8}_/), '00', expect.stringMatching(/^AG_\d{8}_/)]);
  });

  it.each(badFields)('refuses a bad %s: %j', async (field, change) => {
    bench = await startBench();
    const { status, json } = await generate(change);
    expect([status, json.errorCode, json.errorMessage]).toEqual([400, '400.002.02', `Bad Request - Invalid ${field}`]);
  });

  it('needs a live token, and is counted', async () => {
    bench = await startBench();
    const { status, json } = await bench.post(qrPath, qrBody, { authorization: 'Bearer gone' });
    expect([status, json.errorCode]).toEqual([404, '404.001.03']);
    expect((await bench.requests()).counts[`POST ${qrPath}`]).toBe(1);
  });
});
