import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isAuthentic } from '../e2e/support/merchant-hook.ts';
import { count } from './count.ts';
import { type Dice, pick } from './dice.ts';
import type { Webhook } from './facts.ts';
import { bodyOf, closeServer, listen } from './http.ts';

type ReceiverFault = 'slow' | '5xx' | 'cut' | 'cut after';

const shares: Record<ReceiverFault, number> = { slow: 0.05, '5xx': 0.05, cut: 0.03, 'cut after': 0.03 };
const slowMsMax = 3_000;
/** The third attempt follows after half a minute, the fourth after two: nobody wants to wait for that. */
const faultsPerDeliveryMax = 2;

export type Receiver = {
  url: string;
  webhooks: Webhook[];
  counts: Map<string, number>;
  /** The secret that an application's webhooks are signed with. */
  trust(applicationId: string, secret: string): void;
  /** The newest receipts of payments, for refunds: each is handed out once. */
  takeReceipt(applicationId: string): { receipt: string; amount: number } | undefined;
  calm(): void;
  close(): Promise<void>;
};

/** What a post says, whether or not its signature verifies. */
function webhookOf(
  headers: IncomingHttpHeaders,
  rawBody: string,
  secretOf: (applicationId: string) => string,
): Webhook {
  const header = (name: string) => String(headers[name] ?? '');
  const body = JSON.parse(rawBody) as { type: string; created: number; data: Record<string, unknown> };
  const { data } = body;
  const [id, event] = [header('x-webhook-id'), header('x-webhook-event')];
  const received = { id, event, signature: header('x-webhook-signature'), headers, at: Date.now(), rawBody, body };
  return {
    deliveryId: id,
    type: event,
    applicationId: String(data.applicationId),
    subjectId: String(data.paymentId ?? data.disbursementId),
    isAuthentic: isAuthentic(received, secretOf(String(data.applicationId))),
    body: createHash('sha256').update(rawBody).digest('hex'),
    status: String(data.status),
    amount: typeof data.amount === 'number' ? data.amount : null,
    receipt: typeof data.providerReceipt === 'string' ? data.providerReceipt : null,
  };
}

/** The merchants' receiver: it keeps all it has understood, and is sometimes slow, broken or cut off. */
export async function startReceiver(dice: Dice): Promise<Receiver> {
  const webhooks: Webhook[] = [];
  const counts = new Map<string, number>();
  const attempts = new Map<string, number>();
  const secrets = new Map<string, string>();
  const receipts = new Map<string, Map<string, number>>();
  let isCalm = false;

  function faultOf(deliveryId: string): ReceiverFault | undefined {
    const nth = (attempts.get(deliveryId) ?? 0) + 1;
    attempts.set(deliveryId, nth);
    if (isCalm || nth > faultsPerDeliveryMax) return undefined;
    const fault = pick(shares, dice.roll('receiver', deliveryId, nth));
    if (fault) count(counts, fault);
    return fault;
  }

  function keep(webhook: Webhook): void {
    webhooks.push(webhook);
    const { type, applicationId, receipt, amount } = webhook;
    if (type !== 'payment.success' || receipt === null || amount === null) return;
    const known = receipts.get(applicationId) ?? new Map<string, number>();
    receipts.set(applicationId, known.set(receipt, known.get(receipt) ?? amount));
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const rawBody = (await bodyOf(incoming)).toString('utf8');
    const fault = faultOf(String(incoming.headers['x-webhook-id']));
    if (fault === 'cut') {
      incoming.socket.destroy();
      return;
    }
    if (fault === 'slow') await pause(dice.between(500, slowMsMax, rawBody));
    if (fault === '5xx') {
      outgoing.writeHead(503).end('later');
      return;
    }
    keep(webhookOf(incoming.headers, rawBody, (applicationId) => secrets.get(applicationId) ?? ''));
    if (fault === 'cut after') incoming.socket.destroy();
    else outgoing.writeHead(200, { 'content-type': 'text/plain' }).end('thanks');
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const url = await listen(server);
  const handedOut = new Set<string>();
  return {
    url: `${url}/hook`,
    webhooks,
    counts,
    trust: (applicationId, secret) => void secrets.set(applicationId, secret),
    takeReceipt(applicationId) {
      for (const [receipt, amount] of receipts.get(applicationId) ?? []) {
        if (handedOut.has(receipt)) continue;
        handedOut.add(receipt);
        return { receipt, amount };
      }
      return undefined;
    },
    calm() {
      isCalm = true;
    },
    close: () => closeServer(server),
  };
}
