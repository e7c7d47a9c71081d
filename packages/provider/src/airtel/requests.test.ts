import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, type SeenRequest } from '../kit/testing.ts';
import type { AirtelAccount } from './account.ts';
import {
  account,
  balanceRequest,
  networkKey,
  payoutRest,
  prompt,
  promptId,
  refundRest,
  signing,
  startAirtel,
} from './testing.ts';

// Every byte that the network gets from us is written down, so that no change of structure changes one unseen.

let started: Awaited<ReturnType<typeof startAirtel>>;
beforeAll(async () => {
  started = await startAirtel(() => json(200, {}));
});
afterAll(() => started.close());

const { amount, phone, sendBefore } = prompt;
const payout = {
  ...payoutRest,
  originatorConversationId: promptId,
  amount,
  phone,
  remarks: 'Wages & more',
  sendBefore,
};
const refund = { ...refundRest, transactionId: 'MP210603.1234.L06941', sendBefore };
const production = { ...account, environment: 'production' as const };
const paying = (used: AirtelAccount, version: 'v1' | 'v2') => {
  const { payouts } = started.airtel.rail({
    ...used,
    payout: { pin: 'pin-of-a-test', key: networkKey.publicPem, version },
  });
  if (payouts === undefined) throw new Error('The account has no PIN.');
  return payouts;
};

/** Without what differs from run to run: the port, and what is encrypted with fresh random bytes. */
function writtenDown({ method, path, headers, body }: SeenRequest) {
  const { host: _, 'content-length': __, ...rest } = headers;
  const same = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, /^x-(?:key|signature)$/.test(name) ? '<encrypted>' : value]),
  );
  return { method, path, headers: same, body: body.replace(/("pin":")[^"]+"/, '$1<encrypted>"') };
}

it('the network gets the same bytes for each call', async () => {
  const { airtel, fake } = started;
  const rail = (used: AirtelAccount) => airtel.rail(used);
  const calls: Record<string, () => Promise<unknown>> = {
    prompt: () => rail(account).prompts.push(prompt),
    'prompt in production': () => rail(production).prompts.push(prompt),
    'prompt with a short reference': () => rail(account).prompts.push({ ...prompt, accountRef: '7' }),
    'signed prompt': () => rail(signing).prompts.push(prompt),
    'question about a prompt': () => rail(account).prompts.ask(promptId),
    'payout in version 1': () => paying(account, 'v1').send(payout),
    'payout in version 2': () => paying(account, 'v2').send(payout),
    'payout without remarks': () => paying(account, 'v2').send({ ...payout, remarks: '' }),
    'signed payout': () => paying(signing, 'v2').send(payout),
    'question about a payout in version 1': () => paying(account, 'v1').ask(promptId),
    'question about a payout in version 2': () => paying(account, 'v2').ask(promptId),
    refund: () => rail(account).refunds.send(refund),
    'signed refund': () => rail(signing).refunds.send(refund),
    balance: () => rail(account).questions.balance(balanceRequest),
    holder: () => rail(account).holders.find(phone),
    'trial of the credentials': () => rail(account).trials.token(),
  };
  const sent: Record<string, ReturnType<typeof writtenDown>[]> = {};
  for (const [name, call] of Object.entries(calls)) {
    const before = fake.seen.length;
    await call();
    sent[name] = fake.seen.slice(before).map(writtenDown);
    expect(sent[name].length, name).toBeGreaterThan(0);
  }
  await expect(`${JSON.stringify(sent, null, 2)}\n`).toMatchFileSnapshot('requests.snapshot.json');
});
