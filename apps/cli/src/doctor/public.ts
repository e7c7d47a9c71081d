import { notFound } from '@tillgate/domain';
import { z } from 'zod';
import { certificateProblem, readCertificate } from './certificate.ts';
import { type Part, reasonOf } from './part.ts';
import { probeTimeoutMs } from './probe.ts';

/** Where providers post, below PUBLIC_BASE_URL. The balancer lets them through to an API whose database is away. */
export const hookPaths = ['stk-hook', 'result-hook', 'timeout-hook', 'c2b-hook', 'rail-hook'] as const;

/** No hook can have this token. So the API refuses it without asking its database, and keeps nothing of it. */
const nobodysToken = 'doctor';

const healthSchema = z.object({ status: z.literal('ok') });
const problemSchema = z.object({ code: z.literal('not_found'), detail: z.string(), requestId: z.string() });
const readinessSchema = z.object({ status: z.enum(['ready', 'not_ready']), spooled: z.object({}) });

/** What an address answered, or why it did not. */
type Answer = { status: number; body: unknown; from: string; to: string } | { failure: string };

/**
 * Calls the API as a provider does, by way of its public address: whether it is reached and with which certificate, and
 * whether anything in between answers for a hook.
 */
export async function examinePublic(baseUrl: string | undefined): Promise<Part[]> {
  if (baseUrl === undefined) return both('Set PUBLIC_BASE_URL here as the API has it.');
  const url = new URL(baseUrl);
  const isSecure = url.protocol === 'https:';
  const certificate = isSecure
    ? await examineCertificate(url)
    : `PUBLIC_BASE_URL (${baseUrl}) is http: providers post to https in production.`;
  if (certificate?.startsWith(tlsFails)) return both(`${certificate} Nothing was posted.`);
  const [health, readiness, ...hooks] = await Promise.all([
    ask(`${url.origin}/healthz`),
    ask(`${url.origin}/readyz`),
    ...hookPaths.map((path) => ask(`${baseUrl}/${path}/${nobodysToken}`, '{}')),
  ]);
  const posted = hookPaths.map((path, at) => ({ path, problem: hookProblem(hooks[at] as Answer) }));
  return [publicPart(baseUrl, [certificate, healthProblem(health), posted[0]?.problem]), spoolPart(posted, readiness)];
}

const both = (detail: string): Part[] => [
  { part: 'public', ok: false, detail },
  { part: 'spool', ok: false, detail: 'Not checked: the public address cannot be used.' },
];

const tlsFails = 'TLS fails';

async function examineCertificate(url: URL): Promise<string | undefined> {
  try {
    return certificateProblem(await readCertificate(url), new Date());
  } catch (error) {
    return `${tlsFails} at ${url.host}: ${reasonOf(error)}.`;
  }
}

function publicPart(baseUrl: string, found: (string | undefined)[]): Part {
  const problems = found.filter((problem) => problem !== undefined);
  if (problems.length > 0) return { part: 'public', ok: false, detail: problems.join(' ') };
  const detail = `A callback that was posted to ${baseUrl} reached the API. From where the provider is, it may not.`;
  return { part: 'public', ok: true, detail };
}

function healthProblem(answer: Answer): string | undefined {
  if ('failure' in answer) return `The public address does not answer: ${answer.failure}.`;
  if (answer.status === 200 && healthSchema.safeParse(answer.body).success) return undefined;
  return `Something else answers ${said(answer)} for /healthz.`;
}

/** What a hook was answered instead of what the API says. */
function hookProblem(answer: Answer): string | undefined {
  if ('failure' in answer) return `A callback gets no answer: ${answer.failure}.`;
  const problem = problemSchema.safeParse(answer.body);
  if (!problem.success || answer.status !== 404)
    return `A callback does not reach the API: ${said(answer)} came instead.`;
  if (problem.data.detail === notFound('hook').message) return undefined;
  return 'The API has no hook at this address: check the path of PUBLIC_BASE_URL, and what the balancer makes of it.';
}

function said({ status, from, to }: Exclude<Answer, { failure: string }>): string {
  const whither = to === '' ? '' : ` to ${to}`;
  return `${status}${whither}${from === '' ? '' : ` (${from})`}`;
}

function spoolPart(posted: { path: string; problem: string | undefined }[], readiness: Answer | undefined): Part {
  const part = 'spool' as const;
  const lost = posted.filter(({ problem }) => problem !== undefined);
  if (lost.length > 0) {
    const detail = `${lost.map(({ path }) => path).join(', ')}: ${lost[0]?.problem}`;
    return {
      part,
      ok: false,
      detail: `${detail} Give the hook paths a backend that asks /healthz: see docs/database.md.`,
    };
  }
  const isReady = readiness && !('failure' in readiness) && readiness.status === 200;
  if (!isReady || !readinessSchema.safeParse(readiness.body).success) {
    return {
      part,
      ok: true,
      detail: 'Every hook path reaches an API, although /readyz does not say that one is ready.',
    };
  }
  return {
    part,
    ok: true,
    detail:
      'Every hook path reaches an API. Whether it does while the database is away cannot be seen now: the balancer has to ask /healthz for these paths, and not /readyz.',
  };
}

/** Calls an address once, and follows no redirect, as a provider does not. */
async function ask(url: string, body?: string): Promise<Answer> {
  const posting = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  try {
    const response = await fetch(url, { ...posting, redirect: 'manual', signal: AbortSignal.timeout(probeTimeoutMs) });
    const text = await response.text();
    const [from, to] = [response.headers.get('server') ?? '', response.headers.get('location') ?? ''];
    return { status: response.status, body: parsed(text), from, to };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
