import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { count } from './count.ts';
import { type Dice, pick } from './dice.ts';
import type { Attempt } from './facts.ts';
import { bodyOf, closeServer, forward, listen, type Reply } from './http.ts';

/** What can go wrong between the product and its provider. `before` and `after`: before and after the provider took it. */
export type ProviderFault =
  | 'delay'
  | 'cut before'
  | 'cut after'
  | '5xx before'
  | '5xx after'
  | 'garbage after'
  | 'silence after'
  | '429 before';

export const providerShares: Record<ProviderFault, number> = {
  delay: 0.08,
  'cut before': 0.03,
  'cut after': 0.04,
  '5xx before': 0.03,
  '5xx after': 0.03,
  'garbage after': 0.03,
  'silence after': 0.01,
  '429 before': 0.04,
};

const delayMsMax = 1_500;
/** Longer than the product waits for an answer. */
const silenceMs = 15_000;
const page = (title: string) => `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

export type ProviderProxy = {
  /** For PROVIDER_SANDBOX_URL. */
  url: string;
  /** Requests that the provider did not refuse for their token. */
  attempts: Attempt[];
  /** References of requests that had a fault which leaves the outcome open. */
  disturbed: Set<string>;
  counts: Map<string, number>;
  /** From now on nothing goes wrong. */
  calm(): void;
  close(): Promise<void>;
};

type Known = { kind: Attempt['kind'] | 'query'; reference: string; id: string | null };

/** What a request is about, by its path and body; undefined for tokens and registrations. */
function knownOf(path: string, body: string): Known | undefined {
  const asked = /\/standard\/v1\/payments\/(?!refund)([^/?]+)/.exec(path)?.[1];
  if (asked !== undefined) return { kind: 'query', reference: asked, id: null };
  let json: Record<string, unknown> = {};
  try {
    json = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const text = (name: string) => String(json[name] ?? '');
  if (path.includes('/merchant/v1/payments')) {
    const { id } = (json.transaction ?? {}) as { id?: string };
    return { kind: 'payment', reference: text('reference'), id: id ?? null };
  }
  if (path.includes('/standard/v1/payments/refund')) {
    const { airtel_money_id: receipt } = (json.transaction ?? {}) as { airtel_money_id?: string };
    return { kind: 'refund', reference: receipt ?? '', id: null };
  }
  if (path.includes('/stkpush/')) return { kind: 'payment', reference: text('AccountReference'), id: null };
  if (path.includes('/b2c/'))
    return { kind: 'payout', reference: text('Remarks'), id: text('OriginatorConversationID') };
  if (path.includes('/reversal/')) return { kind: 'refund', reference: text('TransactionID'), id: null };
  if (path.includes('/stkpushquery/')) return { kind: 'query', reference: text('CheckoutRequestID'), id: null };
  if (path.includes('/transactionstatus/')) {
    return { kind: 'query', reference: text('TransactionID') || text('OriginalConversationID'), id: null };
  }
  return undefined;
}

const isTokenRefusal = ({ status, body }: Reply) =>
  (status === 401 || status === 403 || status === 404) &&
  /Invalid Access Token|invalid_token/i.test(body.toString('utf8'));

/** Stands before the simulated provider, and spoils what the dice say. What the provider itself does stays true. */
export async function startProviderProxy(target: string, dice: Dice): Promise<ProviderProxy> {
  const attempts: Attempt[] = [];
  const disturbed = new Set<string>();
  const counts = new Map<string, number>();
  const asked = new Map<string, number>();
  let isCalm = false;

  function faultOf(known: Known | undefined): ProviderFault | undefined {
    if (isCalm || known === undefined) return undefined;
    const name = `${known.kind} ${known.reference}`;
    const nth = (asked.get(name) ?? 0) + 1;
    asked.set(name, nth);
    const fault = pick(providerShares, dice.roll('provider', name, nth));
    if (fault) count(counts, fault);
    if (fault && fault !== 'delay') disturbed.add(known.reference);
    return fault;
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const path = incoming.url ?? '/';
    const known = knownOf(path, body.toString('utf8'));
    const fault = faultOf(known);
    const send = (status: number, type: string, text: string) => {
      outgoing.writeHead(status, { 'content-type': type }).end(text);
    };
    const note = () => {
      if (known && known.kind !== 'query') attempts.push({ ...known, kind: known.kind });
    };
    if (fault === 'delay') await pause(dice.between(100, delayMsMax, 'delay', known?.reference ?? ''));
    if (fault === 'cut before' || fault === '5xx before' || fault === '429 before') {
      note();
      if (fault === 'cut before') incoming.socket.destroy();
      else if (fault === '5xx before') send(503, 'text/html', page('503 Service Unavailable'));
      else send(429, 'application/json', '{"fault":{"faultstring":"Spike arrest violation."}}');
      return;
    }
    const reply = await forward(`${target}${path}`, incoming, body);
    if (!isTokenRefusal(reply)) note();
    if (fault === 'cut after') incoming.socket.destroy();
    else if (fault === '5xx after') send(504, 'text/html', page('504 Gateway Time-out'));
    else if (fault === 'garbage after') send(200, 'application/json', '{"ResponseCode":"0","Chec');
    else if (fault === 'silence after') {
      await pause(silenceMs, undefined, { ref: false });
      incoming.socket.destroy();
    } else outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    url: await listen(server),
    attempts,
    disturbed,
    counts,
    calm() {
      isCalm = true;
    },
    close: () => closeServer(server),
  };
}
