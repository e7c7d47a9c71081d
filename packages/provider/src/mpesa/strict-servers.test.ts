import { afterEach, expect, it } from 'vitest';
import { text } from '../kit/testing.ts';
import { createTestKey } from '../kit/testing-key.ts';
import { strictServer } from './strict-servers.fixture.ts';
import { paybill, railOf, request, startProvider } from './testing.ts';

const key = createTestKey();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const { callbackUrl: resultUrl, sendBefore, amount, phone } = request;
const common = { resultUrl, timeoutUrl: resultUrl, sendBefore, amount, remarks: '', occasion: null };
const status = { ...common, by: { transactionId: 'TJK1A2B3C4' }, identifierType: '4' };

it('servers that insist on every field, as text, take what we send without an occasion', async () => {
  const route = (seen: Parameters<typeof strictServer>[0]) =>
    seen.method === 'POST' ? strictServer(seen) : text(404, '');
  const { provider, close } = await startProvider(route, { certificates: { sandboxCertificate: key.publicPem } });
  closers.push(close);
  const answers = {
    push: await provider.rail(paybill).prompts.push(request),
    payout: await railOf(provider, paybill).payouts.send({
      ...common,
      phone,
      commandId: 'BusinessPayment',
      originatorConversationId: 'ours-1',
    }),
    reversal: await railOf(provider, paybill).refunds.send({ ...common, transactionId: 'TJK1A2B3C4' }),
    status: await railOf(provider, paybill).questions.transaction(status),
    balance: await railOf(provider, paybill).questions.balance({ ...common, identifierType: '4' }),
  };
  for (const [operation, answer] of Object.entries(answers)) {
    expect(answer, `${operation}: ${JSON.stringify(answer)}`).toMatchObject({ kind: 'accepted' });
  }
});
