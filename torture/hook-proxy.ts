import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { count } from './count.ts';
import { type Dice, pick } from './dice.ts';
import { bodyOf, closeServer, forward, listen } from './http.ts';

/** What can go wrong with what the provider posts. `delay` also changes the order. */
export type HookFault = 'drop' | 'twice at once' | 'twice' | 'delay';

export const hookShares: Record<HookFault, number> = { drop: 0.06, 'twice at once': 0.05, twice: 0.05, delay: 0.1 };

/** Questions about these come only after a minute or two. */
const slowlyAsked: ReadonlySet<Post['kind']> = new Set(['result', 'notice']);
const delayMsMax = 5_000;
const retryMs = 150;
/** A provider repeats what nobody acknowledged, but not for ever. */
const repeatsMax = 400;

export type HookProxy = {
  /** For PUBLIC_BASE_URL, without a path. */
  url: string;
  /** Ids of prompts, conversations and receipts of which the product acknowledged something. */
  reported: ReadonlySet<string>;
  counts: Map<string, number>;
  /** Posts that are delayed or repeated at the moment. */
  underWay(): number;
  calm(): void;
  close(): Promise<void>;
};

type Post = { kind: 'prompt' | 'notice' | 'result' | 'confirmation'; id: string };

/** What a post is about. Undefined for validations: the provider waits for their answer. */
function postOf(body: Buffer): Post | undefined {
  const text = body.toString('utf8');
  const found = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]+)"`).exec(text)?.[1];
  const prompt = found('CheckoutRequestID');
  if (prompt) return { kind: 'prompt', id: prompt };
  const result = found('OriginatorConversationID');
  if (result) return { kind: 'result', id: result };
  const notice = /"transaction"\s*:\s*\{[^}]*?"id"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  if (notice) return { kind: 'notice', id: notice };
  const receipt = found('TransID');
  // Only a confirmation reports the balance.
  return receipt && found('OrgAccountBalance') ? { kind: 'confirmation', id: receipt } : undefined;
}

/**
 * Stands between the provider and the hooks. A dropped post is acknowledged to the provider, which never repeats it.
 * Prompts alone may be dropped unless `dropsResults`: their query ladder starts after 20 seconds, that of results after
 * two minutes, that of prompts of the second network after 75 seconds.
 */
export async function startHookProxy(target: () => string, dice: Dice, dropsResults: boolean): Promise<HookProxy> {
  const reported = new Set<string>();
  const counts = new Map<string, number>();
  const seen = new Map<string, number>();
  let isCalm = false;
  let isClosed = false;
  let underWay = 0;

  function faultOf(post: Post, body: Buffer): HookFault | undefined {
    if (isCalm) return undefined;
    const hash = createHash('sha256').update(body).digest('hex');
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    const fault = pick(hookShares, dice.roll('hook', post.kind, hash, nth));
    if (fault === 'drop' && slowlyAsked.has(post.kind) && !dropsResults) return undefined;
    if (fault) count(counts, fault);
    return fault;
  }

  /** Posts until somebody acknowledges it. */
  async function deliver(post: Post, incoming: IncomingMessage, body: Buffer): Promise<void> {
    underWay += 1;
    for (let tries = 0; tries < repeatsMax && !isClosed; tries += 1) {
      const reply = await forward(`${target()}${incoming.url}`, incoming, body).catch(() => undefined);
      if (reply && reply.status < 400) {
        reported.add(post.id);
        break;
      }
      await pause(retryMs);
    }
    underWay -= 1;
  }

  async function spoil(post: Post, fault: HookFault | undefined, incoming: IncomingMessage, body: Buffer) {
    if (fault === 'drop') return;
    const wait = pause(dice.between(200, delayMsMax, 'hook delay', post.id));
    if (fault === 'delay') await wait;
    const first = deliver(post, incoming, body);
    if (fault === 'twice at once') await Promise.all([first, deliver(post, incoming, body)]);
    await first;
    if (fault === 'twice') await wait.then(() => deliver(post, incoming, body));
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const post = postOf(body);
    if (post === undefined) {
      const reply = await forward(`${target()}${incoming.url}`, incoming, body);
      outgoing.writeHead(reply.status, reply.headers).end(reply.body);
      return;
    }
    // The provider gets its answer at once: what follows is the way to us.
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"ResultCode":0,"ResultDesc":"Accepted"}');
    underWay += 1;
    await spoil(post, faultOf(post, body), incoming, body).finally(() => {
      underWay -= 1;
    });
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    url: await listen(server),
    reported,
    counts,
    underWay: () => underWay,
    calm() {
      isCalm = true;
    },
    close() {
      isClosed = true;
      return closeServer(server);
    },
  };
}
