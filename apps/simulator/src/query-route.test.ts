import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, startBench, until } from './test-client.ts';

let bench: Bench;
afterEach(() => bench.close());

const queryPath = '/mpesa/stkpushquery/v1/query';
const error = (errorCode: string, errorMessage: string) => ({ requestId: expect.any(String), errorCode, errorMessage });

const pushed = async (change = {}): Promise<Record<string, unknown>> => (await bench.push(change)).json;

describe('POST /mpesa/stkpushquery/v1/query', () => {
  it('a final answer has exactly six strings: no receipt, no amount, no phone', async () => {
    bench = await startBench();
    const ack = await pushed();
    const answer = await until(async () => {
      const read = await bench.query(ack.CheckoutRequestID);
      return read.status === 200 && read.json.ResultCode !== '4999' && read;
    });
    expect(answer.json).toEqual({
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: ack.MerchantRequestID,
      CheckoutRequestID: ack.CheckoutRequestID,
      ResultCode: '0',
      ResultDesc: 'The service request is processed successfully.',
    });
  });

  it('pending is 4999 under HTTP 200 at first and HTTP 500 afterwards', async () => {
    let nowMs = Date.UTC(2026, 10, 20);
    bench = await startBench({ autoAnswer: false, now: () => nowMs });
    const { CheckoutRequestID } = await pushed();
    const early = await bench.query(CheckoutRequestID);
    expect([early.status, early.json.ResponseCode, early.json.ResultCode]).toEqual([200, '0', '4999']);
    nowMs += 1_000;
    const later = await bench.query(CheckoutRequestID);
    expect([later.status, later.json]).toEqual([500, error('500.001.1001', 'The transaction is being processed')]);
    nowMs += 60_000;
    expect((await bench.query(CheckoutRequestID)).status).toBe(500);
  });

  it('turns final only when the callback was delivered', async () => {
    bench = await startBench({ queryFinalAfterMs: 600_000, query4999Ms: 0 });
    const release = bench.listener.hold();
    const { CheckoutRequestID } = await pushed();
    await until(() => bench.received.length === 1);
    expect((await bench.query(CheckoutRequestID)).json.errorMessage).toBe('The transaction is being processed');
    release();
    await until(async () => (await bench.query(CheckoutRequestID)).json.ResultCode === '0');
  });

  it('turns final one second after the outcome when the callback is slower', async () => {
    let nowMs = Date.UTC(2026, 10, 20);
    bench = await startBench({ callbackDelayMs: 600_000, autoAnswer: false, query4999Ms: 0, now: () => nowMs });
    const { CheckoutRequestID } = await pushed();
    await bench.answer(CheckoutRequestID, { answer: 'approve' });
    nowMs += 999;
    expect((await bench.query(CheckoutRequestID)).status).toBe(500);
    nowMs += 1;
    expect((await bench.query(CheckoutRequestID)).json.ResultCode).toBe('0');
    expect(bench.received).toEqual([]);
  });

  it('is final at once when the callback is lost', async () => {
    bench = await startBench({ loseCallbacks: true, autoAnswer: false, queryFinalAfterMs: 600_000 });
    const { CheckoutRequestID } = await pushed();
    await bench.answer(CheckoutRequestID, { answer: 'cancel' });
    expect((await bench.query(CheckoutRequestID)).json).toMatchObject({ ResultCode: '1032' });
    expect(bench.received).toEqual([]);
  });

  it('is final when the callback could not be delivered', async () => {
    bench = await startBench({ queryFinalAfterMs: 600_000 });
    const { CheckoutRequestID } = await pushed({ CallBackURL: 'http://127.0.0.1:1/hooks/0a' });
    await until(async () => (await bench.query(CheckoutRequestID)).json.ResultCode === '0');
    const [prompt] = await bench.prompts();
    expect(prompt?.callbacks).toEqual([expect.objectContaining({ status: 'failed', httpStatus: null })]);
  });

  it('the text of 1037 is another one than in the callback', async () => {
    bench = await startBench({ autoAnswer: false });
    const { CheckoutRequestID } = await pushed();
    await bench.answer(CheckoutRequestID, { answer: 'ignore' });
    await until(() => bench.received.length === 1);
    expect(bench.received[0]?.callback.ResultDesc).toBe('No response from user.');
    const final = await until(async () => {
      const read = await bench.query(CheckoutRequestID);
      return read.json.ResultCode === '1037' && read;
    });
    expect(final.json.ResultDesc).toBe('DS timeout user cannot be reached');
  });

  it('an unknown id, and the id of another shortcode, do not exist', async () => {
    bench = await startBench({ autoAnswer: false, passkey: 'p' });
    const password = (shortcode: string) => Buffer.from(`${shortcode}p20261120093000`).toString('base64');
    const { CheckoutRequestID } = await pushed({ Password: password('174379') });
    const missing = error('500.001.1001', 'The transaction does not Exist');
    const unknown = await bench.query('ws_CO_1', { Password: password('174379') });
    expect([unknown.status, unknown.json]).toEqual([500, missing]);
    const foreign = await bench.query(CheckoutRequestID, { BusinessShortCode: '600000', Password: password('600000') });
    expect([foreign.status, foreign.json]).toEqual([500, missing]);
  });

  it('has the same checks of token, body, fields and Password as the push', async () => {
    bench = await startBench();
    expect((await bench.post(queryPath, {}, { authorization: 'Bearer no' })).json.errorCode).toBe('404.001.03');
    expect((await bench.post(queryPath, {}, { authorization: 'no' })).json.errorCode).toBe('404.001.04');
    expect((await bench.post(queryPath, '{')).json.errorCode).toBe('400.002.05');
    for (const field of ['BusinessShortCode', 'Password', 'Timestamp', 'CheckoutRequestID']) {
      const answer = await bench.query('ws_CO_1', { [field]: undefined });
      expect([answer.status, answer.json]).toEqual([400, error('400.002.02', `Bad Request - Invalid ${field}`)]);
    }
    const wrong = await bench.query('ws_CO_1', { Password: 'abc' });
    expect([wrong.status, wrong.json]).toEqual([500, error('500.001.1001', 'Wrong credentials')]);
  });
});
