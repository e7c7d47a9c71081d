import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, startBench, until } from './test-client.ts';

let bench: Bench;
afterEach(() => bench.close());

describe('an STK callback', () => {
  it('of a payment is byte for byte what the provider sends, with 250.00 on the wire', async () => {
    bench = await startBench({ now: () => Date.UTC(2026, 9, 15, 14, 30, 12) });
    const ack = (await bench.push()).json;
    await until(() => bench.received.length === 1);
    const receipt = (await bench.promptAfter(1)).outcome?.receipt;
    expect(receipt).toMatch(/^UJF[A-Z0-9]{7}$/);
    expect(bench.received[0]?.text).toBe(
      `{"Body":{"stkCallback":{"MerchantRequestID":"${ack.MerchantRequestID}",` +
        `"CheckoutRequestID":"${ack.CheckoutRequestID}","ResultCode":0,` +
        '"ResultDesc":"The service request is processed successfully.","CallbackMetadata":{"Item":[' +
        `{"Name":"Amount","Value":250.00},{"Name":"MpesaReceiptNumber","Value":"${receipt}"},{"Name":"Balance"},` +
        '{"Name":"TransactionDate","Value":20261015173012},{"Name":"PhoneNumber","Value":254712345678}]}}}}',
    );
  });

  it('of a failure has no CallbackMetadata and exactly four fields', async () => {
    bench = await startBench({ autoAnswer: false });
    const ack = (await bench.push()).json;
    await bench.answer(ack.CheckoutRequestID, { answer: 'wrong_pin' });
    await until(() => bench.received.length === 1);
    expect(bench.received[0]?.callback).toEqual({
      MerchantRequestID: ack.MerchantRequestID,
      CheckoutRequestID: ack.CheckoutRequestID,
      ResultCode: 2001,
      ResultDesc: 'The initiator information is invalid.',
    });
  });

  it('carries the content type and the Businessshortcode header of upstream', async () => {
    bench = await startBench();
    await bench.push();
    const callback = await until(() => bench.received[0]);
    expect(callback.headers['content-type']).toBe('application/json;charset=UTF-8');
    expect(callback.rawHeaders).toContain('Businessshortcode');
    expect(callback.headers.businessshortcode).toBe('174379');
  });

  it('receipts are ten upper-case alphanumerics and never repeat', async () => {
    bench = await startBench({ now: () => Date.UTC(2026, 9, 15) });
    await Promise.all(Array.from({ length: 60 }, () => bench.push()));
    await until(() => bench.received.length === 60);
    const receipts = bench.received.map(({ text }) => /"MpesaReceiptNumber","Value":"([A-Z0-9]{10})"/.exec(text)?.[1]);
    expect(new Set(receipts).size).toBe(60);
    expect(receipts).not.toContain(undefined);
  });

  it('is not tried again after a refusal, and the refusal is recorded', async () => {
    bench = await startBench();
    const url = `${bench.url}/nowhere`;
    await bench.push({ CallBackURL: url });
    expect((await bench.promptAfter(1)).callbacks).toEqual([
      { at: expect.any(String), resultCode: 0, status: 'refused', httpStatus: 404, error: null },
    ]);
    expect((await bench.requests()).counts['POST (other)']).toBe(1);
  });

  it('is delayed by callbackDelayMs without holding the outcome back', async () => {
    bench = await startBench({ autoAnswer: false, callbackDelayMs: 600_000 });
    const ack = (await bench.push()).json;
    const answered = await bench.answer(ack.CheckoutRequestID, { answer: 'approve' });
    expect(answered.json).toMatchObject({ state: 'answered', callbacks: [] });
    expect(bench.received).toEqual([]);
  });
});
