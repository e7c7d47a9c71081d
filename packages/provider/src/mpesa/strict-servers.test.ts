import { afterEach, expect, it } from 'vitest';
import { text } from '../kit/testing.ts';
import { strictServer } from './strict-servers.fixture.ts';
import { paybill, request, startProvider } from './testing.ts';
import { createTestKey } from './testing-credential.ts';

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
    push: await provider.pushPrompt(paybill, request),
    payout: await provider.payOut(paybill, {
      ...common,
      phone,
      commandId: 'BusinessPayment',
      originatorConversationId: 'ours-1',
    }),
    reversal: await provider.reverse(paybill, { ...common, transactionId: 'TJK1A2B3C4' }),
    status: await provider.askTransactionStatus(paybill, status),
    balance: await provider.askAccountBalance(paybill, { ...common, identifierType: '4' }),
  };
  for (const [operation, answer] of Object.entries(answers)) {
    expect(answer, `${operation}: ${JSON.stringify(answer)}`).toMatchObject({ kind: 'accepted' });
  }
});
