import { readUrl } from '@tillgate/domain';
/** The result of a look at the Inngest server. */
export type Look =
  | { kind: 'away'; reason: string }
  /** The server does not take a key of ours. */
  | { kind: 'refused'; variable: 'INNGEST_SIGNING_KEY' | 'INNGEST_EVENT_KEY' }
  | { kind: 'listed'; functions: Registered[] };

/** A function that the server knows for our app, and where it calls it. */
export type Registered = { id: string; url: string };

/** The functions of this worker, and the address at which the server is to call them. */
export type Wanted = { ids: readonly string[]; url: string };

/** During an upgrade, workers of two versions run. They must not replace each other's registration at every look. */
const registrationKeptMs = 300_000;

/** Why the registration is wrong, or undefined when the server runs this worker's functions. */
function registrationProblem(functions: Registered[], { ids, url }: Wanted): string | undefined {
  const ours = new Map(functions.map((fn) => [fn.id, fn.url]));
  const missing = ids.filter((id) => !ours.has(id));
  if (missing.length === ids.length) return 'The functions are not registered.';
  const elsewhere = ids.map((id) => ours.get(id)).find((at) => at !== undefined && !isSameAddress(at, url));
  if (elsewhere !== undefined) return `The server calls the functions at ${elsewhere} and not at ${url}.`;
  if (missing.length > 0) return `The server knows other functions, and not these: ${missing.join(', ')}.`;
  return undefined;
}

/** A server stores names of its own machine as `localhost`. */
const ownMachine = /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/** The address of a function has its name in the query. */
function isSameAddress(found: string, wanted: string): boolean {
  if (!readUrl(found)) return false;
  const [one = '', other] = [found, wanted].map((text) => {
    const { protocol, hostname, port, pathname } = new URL(text);
    return `${protocol}//${hostname.replace(ownMachine, 'localhost')}:${port}${pathname}`;
  });
  return one === other;
}

/**
 * Whether this worker registers its functions now. A lost registration and a foreign address are corrected at once.
 * Other functions are those of a worker of another version, which keeps them for a while.
 * @param registeredAt when this worker last registered, in epoch milliseconds
 */
export function isRegistrationDue(look: Look, wanted: Wanted, times: { now: number; registeredAt?: number }): boolean {
  if (look.kind !== 'listed') return false;
  if (times.registeredAt === undefined) return true;
  if (registrationProblem(look.functions, wanted) === undefined) return false;
  const at = new Map(look.functions.map((fn) => [fn.id, fn.url]));
  const present = wanted.ids.filter((id) => at.has(id));
  const isTheirs = present.length > 0 && present.every((id) => isSameAddress(at.get(id) ?? '', wanted.url));
  return !isTheirs || times.now - times.registeredAt >= registrationKeptMs;
}

/** Why this worker cannot do its work, or undefined when it can. */
export function notReadyReason(look: Look, wanted: Wanted, isDatabaseThere: boolean): string | undefined {
  if (!isDatabaseThere) return 'The database does not answer.';
  if (look.kind === 'away') return `The Inngest server cannot be reached: ${look.reason}`;
  if (look.kind === 'refused') return refusalText(look.variable);
  return registrationProblem(look.functions, wanted);
}

/** The sentence about a key that the server does not take. */
export function refusalText(variable: 'INNGEST_SIGNING_KEY' | 'INNGEST_EVENT_KEY'): string {
  const option = variable === 'INNGEST_SIGNING_KEY' ? '--signing-key' : '--event-key';
  return `The Inngest server refuses ${variable}. It must be the same as ${option} of the server.`;
}
