// @ts-check
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedDemo } from '../../apps/cli/src/demo/seed-demo.ts';
import { startApi } from '../../apps/public-api/src/testing.ts';
import { createSimulator } from '../../apps/simulator/src/app.ts';
import { testDatabase } from '../../packages/db/src/testing/index.ts';
import { drainCallbacks } from '../../packages/domain/src/callbacks/index.ts';
import { webhookUrlJudge } from '../../packages/domain/src/endpoints/index.ts';
import { isOwnSimulator, keepDemoRegistered } from './demo-offline.mjs';
import { defaultPorts } from './environment.mjs';
import { freePorts } from './ports.mjs';

const paybill = '174379';
const keys = { publicKey: '', privateKey: '', webSecret: '', vaultKeys: '' };
/** Enough payments of a day for every part of the history. */
const perDay = 1;

/** @type {(() => Promise<unknown>)[]} */
let undo = [];
/** @type {string[]} */
let said = [];
beforeEach(() => {
  undo = [];
  said = [];
});
afterEach(async () => {
  for (const close of undo.reverse()) await close();
});

/** @param {number} port */
async function startSimulator(port) {
  const simulator = createSimulator();
  const url = await simulator.listen(port);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await simulator.close();
    isOpen = false;
  };
  undo.push(close);
  return { port: Number(new URL(url).port), close };
}

/**
 * The demo merchant in a database of its own, the simulator, and the API as `npm start` connects them.
 * @param {{ history: boolean }} options
 */
async function startDemo({ history }) {
  const test = await testDatabase();
  undo.push(() => test.close());
  const simulator = await startSimulator(0);
  const api = await startApi(test, `http://localhost:${simulator.port}`);
  undo.push(() => api.close());
  const operator = { ...api.ctx, judgeWebhookUrl: webhookUrlJudge(['localhost']) };
  const demo = await seedDemo(operator, { history, perDay, receiverUrl: 'http://localhost:4003/webhooks' });
  const ports = { ...defaultPorts, API_PORT: Number(new URL(api.origin).port), SIMULATOR_PORT: simulator.port };
  return { api, simulator, demo, facts: { DATA_DIR: '/data', DATABASE_URL: '', ports, ...keys } };
}

/** @typedef {Awaited<ReturnType<typeof startDemo>>} Started */

/** @param {Started} started @param {string} [key] */
const registrar = ({ demo, facts }, key = demo.key) =>
  keepDemoRegistered({ demo: { key, portals: demo.portals }, facts, own: {}, say: (text) => said.push(text) });

/** @param {Started} started */
async function registrations({ simulator }) {
  const answer = await fetch(`http://localhost:${simulator.port}/admin/c2b/registrations`);
  return /** @type {{ registrations: { shortcode: string }[] }} */ (await answer.json()).registrations;
}

/**
 * A customer pays the paybill without a prompt.
 * @param {Started} started
 * @param {number} amount
 */
async function payOffline({ simulator }, amount) {
  const answer = await fetch(`http://localhost:${simulator.port}/admin/c2b/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shortcode: paybill, amount, phone: '254712345678', reference: 'TABLE 4' }),
  });
  return /** @type {{ transactionId: string }} */ (await answer.json()).transactionId;
}

/**
 * Waits until a receipt is a payment, as the worker makes it from what the provider posts.
 * @param {Started} started
 * @param {string} providerReceipt
 */
async function expectArrival({ api, demo }, providerReceipt) {
  const { applicationId } = demo;
  const find = async () => {
    await drainCallbacks(api.deps.context);
    return api.ctx.db.prisma.payment.findFirst({ where: { applicationId, providerReceipt } });
  };
  await expect.poll(find).toMatchObject({ source: 'c2b', status: 'success', accountRef: 'TABLE 4' });
}

describe('keepDemoRegistered', () => {
  it('lets customers pay the demo shop without a prompt, also after the simulator was started again', async () => {
    const started = await startDemo({ history: true });
    const kept = registrar(started);
    expect(await registrations(started)).toEqual([]);
    kept.onLaunch('simulator');
    await expect.poll(() => registrations(started)).toMatchObject([{ shortcode: paybill }]);
    await expectArrival(started, await payOffline(started, 120));

    await started.simulator.close();
    await startSimulator(started.simulator.port);
    await expect.poll(() => registrations(started).catch(() => 'the connection is old')).toEqual([]);
    kept.onLaunch('simulator');
    await expect.poll(() => registrations(started)).toMatchObject([{ shortcode: paybill }]);
    await expectArrival(started, await payOffline(started, 130));
    expect(said).toEqual([]);
  });

  it('tells the portals of further networks where notices go, so that a payment there settles without a question', async () => {
    const started = await startDemo({ history: false });
    const { api, demo } = started;
    const kept = registrar(started);
    kept.onLaunch('simulator');
    await expect.poll(() => registrations(started)).toMatchObject([{ shortcode: paybill }]);
    const answer = await fetch(`${api.origin}/functions/v1/collect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 250, phone: '254739000111' }),
    });
    expect(answer.status).toBe(202);
    const { paymentId } = /** @type {{ paymentId: string }} */ (await answer.json());
    const find = async () => {
      await drainCallbacks(api.deps.context);
      return api.ctx.db.prisma.payment.findUnique({ where: { id: paymentId } });
    };
    await expect.poll(find).toMatchObject({ rail: 'airtel', status: 'success', settledBy: 'callback' });
    expect(said).toEqual([]);
  });

  it('says in one line that it failed, and ends nothing', async () => {
    const started = await startDemo({ history: false });
    const kept = registrar(started, `${started.demo.key.slice(0, -1)}?`);
    kept.onLaunch('simulator');
    await expect.poll(() => said).toHaveLength(1);
    expect(said[0]).toMatch(
      /^The demo shop may get no offline payments: the API answered 401 unauthenticated\. To register /,
    );
    await kept.settled();
    expect(await registrations(started)).toEqual([]);
  });

  it.each([
    ['without a key of the demo', '', {}],
    [
      'when the sandbox is another provider',
      'mp_test_demo',
      { PROVIDER_SANDBOX_URL: 'https://sandbox.safaricom.co.ke' },
    ],
  ])('asks nothing %s', async (_when, key, own) => {
    const facts = { DATA_DIR: '/data', DATABASE_URL: '', ports: await freePorts(Object.keys(defaultPorts)), ...keys };
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise((done) => server.listen(facts.ports.API_PORT, 'localhost', () => done(undefined)));
    undo.push(() => new Promise((done) => server.close(done)));
    const kept = keepDemoRegistered({ demo: { key }, facts, say: (text) => said.push(text), own });
    kept.onLaunch('simulator');
    await kept.settled();
    expect([asked, said]).toEqual([0, []]);
  });
});

describe('isOwnSimulator', () => {
  const facts = { DATA_DIR: '/data', DATABASE_URL: '', ports: { ...defaultPorts, SIMULATOR_PORT: 4902 }, ...keys };
  it.each([
    [undefined, true],
    ['', true],
    ['http://localhost:4902', true],
    ['http://127.0.0.1:4902/', true],
    ['http://localhost:4002', false],
    ['https://localhost:4902', false],
    ['http://simulator.example.com:4902', false],
    ['https://sandbox.safaricom.co.ke', false],
    ['not a URL', false],
  ])('with the sandbox at %s: %s', (PROVIDER_SANDBOX_URL, is) => {
    expect(isOwnSimulator(facts, { PROVIDER_SANDBOX_URL })).toBe(is);
  });
});
