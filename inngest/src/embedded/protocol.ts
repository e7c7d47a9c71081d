import { InngestCommHandler, type ServeHandlerOptions } from 'inngest';
import { z } from 'zod';
import type { EngineEvent } from './event.ts';
import type { Answer, Memo, Op } from './fold.ts';
import { parseRetryAfter } from './time.ts';

export type EngineClient = ServeHandlerOptions['client'];
export type EngineFunctions = ServeHandlerOptions['functions'];

/** One call of a function or of one of its planned steps. */
export type Call = {
  fn: string;
  runId: string;
  /** Identifies this call, so that the engine can ignore what it reports after it was given up. */
  token: string;
  stepId: string | null;
  event: EngineEvent;
  steps: Record<string, Memo>;
  stack: string[];
  attempt: number;
  attemptsMax: number;
};

export type Caller = {
  /** Makes the SDK register its functions through the client's `fetch`. Rejects when the SDK refuses. */
  register(): Promise<void>;
  /** Calls a function. An error that the function throws is part of the answer, not a rejection. */
  call(call: Call, now: number): Promise<Answer>;
};

type Request = { method: 'PUT' | 'POST'; query: string; body: string };
type RawAnswer = { status: number; headers: Record<string, string>; body: string };

const base = new URL('http://embedded/api/inngest');
/** The SDK marks the answers of a function with `optimizeParallelism: false` in this way. */
const raceVersion = '1';

/** Calls the functions through the SDK's own request handler, without a network hop. */
export function createCaller(client: EngineClient, functions: EngineFunctions): Caller {
  const handler: (request: Request) => Promise<RawAnswer> = new InngestCommHandler({
    frameworkName: 'tillgate-embedded',
    client,
    functions,
    handler: ({ method, query, body }: Request) => ({
      method: () => method,
      url: () => new URL(base.pathname + query, base),
      headers: () => null,
      body: () => body,
      transformResponse: ({ status, headers, body }: RawAnswer) => ({ status, headers, body }),
    }),
  }).createHandler();
  return {
    async register() {
      const { status, body } = await handler({ method: 'PUT', query: '', body: '{}' });
      if (status !== 200) throw new Error(`The functions could not be registered: ${body}`);
    },
    async call(call, now) {
      const query = `?${new URLSearchParams({ fnId: call.fn, stepId: call.stepId ?? 'step' })}`;
      return readAnswer(await handler({ method: 'POST', query, body: writeCall(call) }), now);
    },
  };
}

/** Returns the body as text, so that a function cannot change the engine's copy of its event or results. */
function writeCall(call: Call): string {
  return JSON.stringify({
    version: -1,
    event: call.event,
    events: [call.event],
    steps: call.steps,
    ctx: {
      run_id: call.runId,
      // With both ids the SDK uses checkpointing: one call runs many steps and reports each as it ends.
      fn_id: call.fn,
      qi_id: call.token,
      attempt: call.attempt,
      max_attempts: call.attemptsMax,
      disable_immediate_execution: false,
      use_api: false,
      stack: { stack: call.stack, current: call.stack.length },
    },
  });
}

const opSchema = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z.object({ parallelMode: z.string().nullish() }).nullish(),
});

/** Reads the operations of an answer or a checkpoint. Throws a ZodError when they have another shape. */
export function readOps(body: unknown): Op[] {
  return z
    .array(opSchema)
    .parse(body)
    .map(({ id, op, name, data, error, opts }) => ({
      id,
      op,
      name: name ?? undefined,
      data,
      error,
      parallelMode: opts?.parallelMode ?? undefined,
    }));
}

/** Reads an answer of the SDK, which has the form of an HTTP response. An unreadable one counts as a failed attempt. */
export function readAnswer({ status, headers, body }: RawAnswer, now: number): Answer {
  const retryAt = parseRetryAfter(headers['retry-after'], now);
  const final = headers['x-inngest-no-retry'] === 'true';
  try {
    const data: unknown = JSON.parse(body);
    if (status === 200) return { kind: 'returned', data };
    if (status !== 206) return { kind: 'threw', error: data, final, retryAt };
    const race = headers['x-inngest-req-version'] === raceVersion ? 'race' : undefined;
    return { kind: 'ops', ops: readOps(data).map((op) => ({ ...op, parallelMode: op.parallelMode ?? race })), retryAt };
  } catch (error) {
    const message = `The SDK answered ${status} with something unreadable: ${(error as Error).message}`;
    return { kind: 'threw', error: { name: 'UnreadableAnswerError', message }, final: false, retryAt };
  }
}
