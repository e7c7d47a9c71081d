import { createHash } from 'node:crypto';
import { z } from 'zod';
import { appId } from '../client.ts';
import type { Look, Registered } from './registration.ts';

const askTimeoutMs = 3_000;

export type ServerAddress = { baseUrl: string; eventKey: string; signingKey: string };

/** What `GET /v1/apps/<app>/functions` of a server returns. It returns null for an app that it does not know. */
const functionsSchema = z
  .array(
    z.object({
      id: z.string(),
      config: z.object({ steps: z.array(z.object({ uri: z.string() })).nullish() }).nullish(),
    }),
  )
  .nullable();

/** Asks the server which functions of ours it knows, with the signing key, and whether it takes the event key. */
export async function askServer({ baseUrl, eventKey, signingKey }: ServerAddress): Promise<Look> {
  try {
    const [known, taken] = await Promise.all([
      ask(`${baseUrl}/v1/apps/${appId}/functions`, { headers: { authorization: `Bearer ${hashOf(signingKey)}` } }),
      // An empty list of events: the server checks the key and stores nothing.
      ask(`${baseUrl}/e/${encodeURIComponent(eventKey)}`, { method: 'POST', body: '[]' }),
    ]);
    if (isRefusal(known.status)) return { kind: 'refused', variable: 'INNGEST_SIGNING_KEY' };
    if (isRefusal(taken.status)) return { kind: 'refused', variable: 'INNGEST_EVENT_KEY' };
    const odd = [known, taken].find(({ status }) => status !== 200);
    if (odd) return { kind: 'away', reason: `it answers ${odd.status}.` };
    const functions = functionsSchema.parse(JSON.parse(known.text)) ?? [];
    return { kind: 'listed', functions: functions.map(registeredOf) };
  } catch (error) {
    return { kind: 'away', reason: reasonOf(error) };
  }
}

const isRefusal = (status: number) => status === 401 || status === 403;

function registeredOf({
  id,
  config,
}: {
  id: string;
  config?: { steps?: { uri: string }[] | null | undefined } | null | undefined;
}): Registered {
  return { id, url: config?.steps?.[0]?.uri ?? '' };
}

async function ask(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(askTimeoutMs) });
  return { status: response.status, text: await response.text() };
}

/** The server compares hashes, so that the key itself is never sent. */
function hashOf(signingKey: string): string {
  const [prefix = ''] = /^signkey-\w+-/.exec(signingKey) ?? [];
  return `${prefix}${createHash('sha256').update(signingKey.slice(prefix.length), 'hex').digest('hex')}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `no response within ${askTimeoutMs / 1000} s.`;
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'its list of functions cannot be read.';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${cause instanceof Error ? cause.message || cause.name : String(cause)}${code}.`;
}
