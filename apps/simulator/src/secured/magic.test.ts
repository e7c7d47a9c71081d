import { afterEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../scenario.ts';
import { type Answer, type Json, until } from '../test-client.ts';
import { marksOf, securedScenariosOf } from './magic.ts';
import { securedResults } from './result-codes.ts';
import { allOperations } from './row.ts';
import type { Operation, SecuredScenario } from './scenario.ts';
import { parametersOf, requestPaths, type SecuredBench, startSecuredBench } from './test-bench.ts';

let bench: SecuredBench;
afterEach(() => bench.close());

const options = { delayMs: 0, lateCallbackMs: 20, slowAckMs: 20, ackAfterCallbackMs: 0 };
const ackKeys = ['ConversationID', 'OriginatorConversationID', 'ResponseCode', 'ResponseDescription'];
const tokenErrors = {
  payout: [401, '401.002.01'],
  reversal: [404, '404.001.03'],
  status: [400, '400.003.01'],
  balance: [401, '401.002.01'],
  b2b: [401, '401.002.01'],
} satisfies Record<Operation, [number, string]>;

/** What chooses the row: the phone of a payout, the receipt of a reversal or status inquiry, otherwise a remark. */
const changeOf = (operation: Operation, scenario: SecuredScenario): Json => {
  const { phone, transactionId, remark } = marksOf(scenario);
  if (operation === 'payout') return { PartyB: phone };
  return operation === 'reversal' || operation === 'status' ? { TransactionID: transactionId } : { Remarks: remark };
};

const expectRefusal = (answer: Answer, refusal: Refusal): void => {
  expect(answer.status).toBe(refusal.status);
  if (refusal.form === 'html') {
    expect(answer.headers.get('content-type')).toContain('text/html');
  } else if (refusal.form === 'fault') {
    expect(answer.json).toEqual({
      fault: { faultstring: refusal.faultstring, detail: { errorcode: refusal.errorcode } },
    });
  } else {
    const { errorCode, errorMessage } = refusal;
    expect(answer.json).toEqual({ requestId: expect.any(String), errorCode, errorMessage });
  }
};

const expectAck = (answer: Answer, body: Json): void => {
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.json).sort()).toEqual(ackKeys);
  expect(answer.json.ResponseCode).toBe('0');
  expect(answer.json.ConversationID).toMatch(/^AG_\d{8}_[0-9a-f]{20}$/);
  if ('OriginatorConversationID' in body) {
    expect(answer.json.OriginatorConversationID).toBe(body.OriginatorConversationID);
  }
};

const expectHang = async (operation: Operation, body: Json): Promise<void> => {
  const abort = new AbortController();
  const hanging = fetch(`${bench.url}${requestPaths[operation]}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await bench.refreshToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: abort.signal,
  });
  hanging.catch(() => undefined);
  await until(async () => (await bench.requests()).requests[0]?.path === requestPaths[operation]);
  expect((await bench.requests()).requests[0]?.status).toBe(null);
  abort.abort();
  await expect(hanging).rejects.toThrow();
};

/** Sends the request of a row and checks its answer. Says whether the provider took it on. */
const expectRequest = async (operation: Operation, scenario: SecuredScenario, body: Json): Promise<boolean> => {
  const send = () => bench.post(requestPaths[operation], body);
  const { request } = scenario;
  switch (request.kind) {
    case 'hang':
      await expectHang(operation, body);
      return false;
    case 'cut':
      await expect(send()).rejects.toThrow();
      return true;
    case 'refuse':
      expectRefusal(await send(), request.refusal);
      return false;
    case 'token_refused':
    case 'token_refused_once': {
      const isOnce = request.kind === 'token_refused_once';
      const refused = await send();
      expect([refused.status, refused.json.errorCode]).toEqual(tokenErrors[operation]);
      await bench.refreshToken();
      const second = await send();
      if (isOnce) expectAck(second, body);
      else expect([second.status, second.json.errorCode]).toEqual(tokenErrors[operation]);
      return isOnce;
    }
    case 'gateway_page':
      expect((await send()).status).toBe(504);
      return true;
    case 'unreadable_ack': {
      const answer = await send();
      expect(answer.status).toBe(200);
      expect(() => JSON.parse(answer.text)).toThrow();
      return true;
    }
    default:
      expectAck(await send(), body);
      if (request.kind === 'ack_after_result') expect(bench.posted()).toHaveLength(1);
      return true;
  }
};

/** ResultType and ResultCode of every result that must arrive. */
const expectedResults = ({ delivery, executed, result, secondResult }: SecuredScenario): [string, string][] => {
  if (executed !== 'yes' || delivery === 'never' || delivery === 'lost') return [];
  const code = String(securedResults[result ?? 'done'].code);
  const final: [string, string] = ['0', code];
  if (delivery === 'twice') return [final, final];
  if (delivery === 'more_follows') return [['1', code], final];
  return secondResult === null ? [final] : [final, ['0', String(securedResults[secondResult].code)]];
};

const expectTimeouts = (scenario: SecuredScenario, body: Json): void => {
  const timeouts = bench.posted().filter(({ url }) => url === 'timeout');
  expect(timeouts).toHaveLength(scenario.timeout === 'none' ? 0 : 1);
  if (scenario.timeout === 'payload') expect(timeouts[0]?.json).toEqual(body);
  if (scenario.timeout === 'result') expect(String(timeouts[0]?.result.ResultCode)).toBe('100000000');
  if (scenario.timeout !== 'none') expect(bench.posted()[0]?.url).toBe('timeout');
};

const expectMessages = async (operation: Operation, scenario: SecuredScenario, body: Json): Promise<void> => {
  const expected = expectedResults(scenario);
  const attempts = scenario.delivery === 'lost' ? 1 : expected.length;
  const view = await bench.after(operation, attempts, scenario.timeout === 'none' ? 0 : 1);
  const results = bench.posted().filter(({ url }) => url === 'result');
  expect(results.map(({ result }) => [String(result.ResultType), String(result.ResultCode)])).toEqual(expected);
  if (scenario.delivery === 'twice') expect(results[1]?.text).toBe(results[0]?.text);
  if (scenario.delivery === 'lost') expect(view.results.map(({ status }) => status)).toEqual(['lost']);
  for (const { result } of results) {
    expect(result.OriginatorConversationID).toBe(view.originatorConversationId);
    const isFinalSuccess = String(result.ResultType) === '0' && String(result.ResultCode) === '0';
    expect(parametersOf(result).length > 0).toBe(isFinalSuccess);
  }
  expectTimeouts(scenario, body);
  if (scenario.executed === 'yes') {
    expect([view.state, view.outcome?.resultCode]).toEqual(['settled', securedResults[scenario.result ?? 'done'].code]);
  } else {
    expect([view.state, view.outcome]).toEqual(['not_executed', null]);
  }
};

const play = async (operation: Operation, scenario: SecuredScenario): Promise<void> => {
  bench = await startSecuredBench(options);
  const body = bench.body(operation, changeOf(operation, scenario));
  const isTaken = await expectRequest(operation, scenario, body);
  expect(await bench.list(operation)).toHaveLength(isTaken ? 1 : 0);
  if (isTaken) await expectMessages(operation, scenario, body);
  else expect(bench.posted()).toEqual([]);
  if (operation !== 'payout' || scenario.request.kind === 'hang') return;
  const { errorCode } = (await bench.post(requestPaths.payout, body)).json;
  const isDuplicateByMagic = scenario.slug === 'duplicate-fresh';
  expect(errorCode === '500.002.1001').toBe(isTaken || isDuplicateByMagic);
  expect(await bench.list('payout')).toHaveLength(isTaken ? 1 : 0);
};

describe.each(allOperations)('the magic table: %s', (operation) => {
  it.each(securedScenariosOf(operation))('$number $slug: $title', (scenario) => play(operation, scenario));
});
