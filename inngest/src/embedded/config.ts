import { Cron } from 'croner';
import { z } from 'zod';
import { type EngineEvent, failedEventName, reservedPrefix } from './event.ts';
import { parseCondition, parseExpression } from './expression.ts';

/** What the engine knows about a function. */
export type FunctionDefinition = {
  /** `<app>-<function>`. */
  id: string;
  attemptsMax: number;
  triggers: { event: string; matches: (event: EngineEvent) => boolean }[];
  crons: { pattern: string; schedule: Cron }[];
  /** How many runs of a group may be in flight at once. */
  limits: { limit: number; groupOf: (event: EngineEvent) => string }[];
};

const defaultRetries = 4;
const supportedOptions = ['id', 'name', 'triggers', 'steps', 'concurrency'];
/** Options that have one name in the SDK's registration (left) and another in a function's configuration (right). */
const optionNames: Record<string, string> = { cancel: 'cancelOn' };

const limitSchema = z.strictObject({
  limit: z.int().positive(),
  key: z.string().optional(),
  scope: z.string().optional(),
});
const registrationSchema = z.looseObject({
  id: z.string(),
  triggers: z.array(z.record(z.string(), z.unknown())),
  steps: z.object({ step: z.object({ retries: z.object({ attempts: z.int().optional() }).optional() }) }),
  concurrency: z.union([z.int().positive(), limitSchema, z.array(limitSchema)]).optional(),
});
type Registration = z.infer<typeof registrationSchema>;

/** Functions use options that the embedded engine does not support. The message names all of them. */
export class UnsupportedFunctionError extends Error {
  override name = 'UnsupportedFunctionError';
}

/**
 * Reads the functions that the SDK registers.
 * @throws UnsupportedFunctionError when any function uses an unsupported option; the message lists all problems
 */
export function readFunctions(registrations: unknown[]): Map<string, FunctionDefinition> {
  const problems: string[] = [];
  const functions = new Map<string, FunctionDefinition>();
  for (const registration of registrations) {
    const definition = readFunction(registration, problems);
    if (definition) functions.set(definition.id, definition);
  }
  if (problems.length > 0) {
    throw new UnsupportedFunctionError(`Not supported by the embedded engine: ${problems.join('; ')}`);
  }
  return functions;
}

function readFunction(registration: unknown, problems: string[]): FunctionDefinition | undefined {
  const parsed = registrationSchema.safeParse(registration);
  if (!parsed.success) {
    const id = (registration as { id?: unknown } | null)?.id ?? 'a function';
    problems.push(...parsed.error.issues.map((issue) => `${id}: ${issue.path.join('.')}: ${issue.message}`));
    return undefined;
  }
  const fn = parsed.data;
  const refuse = (what: string) => void problems.push(`${fn.id}: ${what}`);
  for (const option of Object.keys(fn)) {
    if (!supportedOptions.includes(option)) refuse(optionNames[option] ?? option);
  }
  return {
    id: fn.id,
    attemptsMax: (fn.steps.step.retries?.attempts ?? defaultRetries) + 1,
    ...readTriggers(fn, refuse),
    limits: readLimits(fn, refuse),
  };
}

function readTriggers(fn: Registration, refuse: (what: string) => void) {
  const triggers: FunctionDefinition['triggers'] = [];
  const crons: FunctionDefinition['crons'] = [];
  if (fn.triggers.length === 0) refuse('a function without an event or cron trigger');
  for (const { event, cron, expression, ...rest } of fn.triggers) {
    for (const option of Object.keys(rest)) refuse(`trigger option ${option}`);
    if (typeof cron === 'string') {
      const schedule = readCron(cron, refuse);
      if (schedule) crons.push({ pattern: cron, schedule });
    } else if (typeof event === 'string') {
      if (event.includes('*')) refuse(`the wildcard event ${event}`);
      if (event.startsWith(reservedPrefix) && event !== failedEventName) refuse(`the event ${event}`);
      const condition = typeof expression === 'string' ? parseCondition(expression) : () => true;
      if (!condition) refuse(`the condition ${JSON.stringify(expression)}`);
      triggers.push({ event, matches: condition ?? (() => false) });
    } else {
      refuse(`the trigger ${JSON.stringify({ event, cron })}`);
    }
  }
  return { triggers, crons };
}

/** Reads a cron such as `TZ=Africa/Nairobi 0 3 * * *`. Without a time zone it is in UTC. */
function readCron(text: string, refuse: (what: string) => void): Cron | undefined {
  const [, timezone = 'UTC', pattern = ''] = /^(?:TZ=(\S+)\s+)?(.*)$/.exec(text) ?? [];
  try {
    const schedule = new Cron(pattern, { timezone, mode: '5-part', paused: true });
    schedule.nextRun();
    return schedule;
  } catch (error) {
    refuse(`the cron ${JSON.stringify(text)} (${(error as Error).message})`);
    return undefined;
  }
}

function readLimits(fn: Registration, refuse: (what: string) => void): FunctionDefinition['limits'] {
  const listed = fn.concurrency === undefined ? [] : [fn.concurrency].flat();
  return listed
    .map((entry) => (typeof entry === 'number' ? { limit: entry } : entry))
    .map(({ limit, key, scope = 'fn' }: z.infer<typeof limitSchema>, index) => {
      if (scope !== 'fn') refuse(`concurrency scope ${scope}`);
      const value = key === undefined ? () => null : parseExpression(key);
      if (!value) refuse(`the concurrency key ${JSON.stringify(key)}`);
      // As JSON, because a Postgres text cannot hold every character that an event can.
      return { limit, groupOf: (event) => `${fn.id}#${index}:${JSON.stringify(value?.(event) ?? null)}` };
    });
}
