import type { Environment } from '@tillgate/db';
import { reasonOf } from '../../payments/index.ts';
import type { RailName } from '../../rails/index.ts';

/** The period whose calls are read. Older ones tell nothing about now. */
export const windowMinutes = 15;
/** An answer usually takes one to three seconds. A cashier notices one that takes longer than this. */
const lateSeconds = 10;
/** The longest call ends after 60 seconds: a call without an answer by then never gets one. */
const unansweredSeconds = 60;
/** How long a customer may take to answer, with the provider's message. */
const resultSeconds = 120;
/** Fewer calls in a row without an answer may be chance, or one shop that tries again and again. */
export const silentMin = 4;
/** One answer does not end a silence: the provider often answers a single call while it comes back. */
const answersMin = 3;
/** Ends slowness. More than after a silence, because a slow provider answers some calls in time. */
const calmMin = 5;
/** The provider is slow when half of so many calls had trouble. */
const judgedMax = 8;
const troubledMin = judgedMax / 2;
/** Nothing was sent, because no connection or access token was to be had. */
const unreachedCodes = new Set(['unreachable', 'token_unavailable']);

/** `unknown`: too few calls to tell. It never means that all is well. */
export type ProviderState = 'answering' | 'slow' | 'silent' | 'unknown';

/** What a row tells about a call that we made anyway, and about its later result. */
export type Call = {
  applicationId: string;
  environment: Environment;
  rail: RailName;
  kind: 'prompt' | 'disbursement' | 'inquiry';
  askedAt: Date;
  /** When the provider acknowledged it. */
  answeredAt: Date | null;
  settledAt: Date | null;
  settledBy: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  /** Callbacks wait to be applied, so a missing result may be ours to find. */
  isBehind: boolean;
};

/** The state, and since when; null when it is unknown. It has no counts: those of an installation are its merchants'. */
export type Judged = { state: ProviderState; since: Date | null };

type Sign = { at: Date; kind: 'answered' | 'troubled' | 'missing' };

/**
 * The state of the provider according to calls of one application, or of several that have too few each. The calls are
 * gone through in the order of time, and each change of state needs several of them, so that it does not flap.
 */
export function judgeCalls(calls: readonly Call[], now: Date): Judged {
  const signs = calls.flatMap((call) => signsOf(call, now)).sort((a, b) => a.at.getTime() - b.at.getTime());
  let state: ProviderState = 'unknown';
  let since: Date | null = null;
  // The newest signs since the last change: what came before is judged already.
  let recent: Sign[] = [];
  for (const sign of signs) {
    recent = [...recent, sign].slice(-judgedMax);
    const next = nextState(state, recent);
    if (next.state === state) continue;
    state = next.state;
    since = next.from.at;
    recent = recent.slice(recent.indexOf(next.from));
    if (state === 'answering') recent = [];
  }
  return { state, since };
}

/** @param recent with at least one sign */
function nextState(state: ProviderState, recent: readonly Sign[]): { state: ProviderState; from: Sign } {
  const [first] = recent as [Sign];
  const missing = tail(recent, ({ kind }) => kind === 'missing');
  if (missing.length >= silentMin) return { state: 'silent', from: missing[0] ?? first };
  const answered = tail(recent, ({ kind }) => kind === 'answered');
  if (answered.length >= (state === 'slow' ? calmMin : answersMin)) {
    return { state: 'answering', from: answered[0] ?? first };
  }
  const troubled = recent.filter(({ kind }) => kind !== 'answered');
  const isHeard = state !== 'silent' || tail(recent, ({ kind }) => kind !== 'missing').length >= answersMin;
  if (isHeard && troubled.length >= troubledMin) return { state: 'slow', from: troubled[0] ?? first };
  return { state, from: first };
}

/** The last signs in a row that fit. */
function tail(signs: readonly Sign[], fits: (sign: Sign) => boolean): readonly Sign[] {
  const other = signs.findLastIndex((sign) => !fits(sign));
  return signs.slice(other + 1);
}

/** What a call tells at which moment: whether it was answered, and whether its result came. */
function signsOf(call: Call, now: Date): Sign[] {
  return [...signOfAnswer(call, now), ...signsOfResult(call, now)];
}

const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1_000;

function signOfAnswer(call: Call, now: Date): Sign[] {
  const { askedAt, answeredAt, settledAt, settledBy, resultCode } = call;
  if (answeredAt) {
    const isLate = seconds(askedAt, answeredAt) > lateSeconds;
    return [{ at: answeredAt, kind: isLate ? 'troubled' : 'answered' }];
  }
  if (settledBy === 'push' && settledAt) {
    if (unreachedCodes.has(resultCode ?? '')) return [{ at: askedAt, kind: 'missing' }];
    return [{ at: settledAt, kind: isOwnFailure(call) ? 'troubled' : 'answered' }];
  }
  return seconds(askedAt, settledAt ?? now) > unansweredSeconds ? [{ at: askedAt, kind: 'missing' }] : [];
}

/** The doors of a result that the provider itself told. */
const toldBy = new Set(['callback', 'query', 'c2b', 'result', 'inquiry']);

function signsOfResult(call: Call, now: Date): Sign[] {
  const { kind, answeredAt, settledAt, settledBy, isBehind } = call;
  const isTold = settledAt !== null && toldBy.has(settledBy ?? '');
  const isFailure = isOwnFailure(call);
  const told: Sign[] = isTold ? [{ at: settledAt, kind: isFailure ? 'troubled' : 'answered' }] : [];
  if (answeredAt === null) return told;
  // Results of money out and of inquiries may take long without any trouble.
  const isOverdue = kind === 'prompt' && !isBehind && seconds(answeredAt, settledAt ?? now) > resultSeconds;
  if (isOverdue) return [{ at: new Date(answeredAt.getTime() + resultSeconds * 1_000), kind: 'missing' }, ...told];
  // A call whose answer and result both came is one good sign, as a call without an answer is one bad sign.
  return isFailure ? told : [];
}

/** The provider answered that it could not do its own part. Customers who decline or cannot pay are no trouble of it. */
function isOwnFailure({ kind, resultCode, resultDesc, settledBy }: Call): boolean {
  if (kind !== 'prompt') return false;
  const door = settledBy === 'push' ? 'push' : 'callback';
  return reasonOf({ resultCode, resultDesc, settledBy: door })?.category === 'provider_system';
}

/**
 * The state of an environment according to the calls of all applications. Each application has one vote, so that one with
 * wrong credentials does not speak for the others. Those with too few calls have one vote together.
 */
export function judgeInstallation(calls: readonly Call[], now: Date): Judged {
  const owners = new Map<string, Call[]>();
  for (const call of calls) owners.set(call.applicationId, [...(owners.get(call.applicationId) ?? []), call]);
  const voices = [...owners.values()].map((own) => ({ own, judged: judgeCalls(own, now) }));
  const quiet = voices.filter(({ judged }) => judged.state === 'unknown').flatMap(({ own }) => own);
  const votes = [...voices.map(({ judged }) => judged), judgeCalls(quiet, now)].filter(
    ({ state }) => state !== 'unknown',
  );
  const of = (...states: ProviderState[]) => votes.filter(({ state }) => states.includes(state));
  if (votes.length === 0) return { state: 'unknown', since: null };
  if (of('silent').length * 2 > votes.length) return { state: 'silent', since: earliest(of('silent')) };
  const bad = of('slow', 'silent');
  if (bad.length * 2 > votes.length) return { state: 'slow', since: earliest(bad) };
  return { state: 'answering', since: earliest(of('answering')) };
}

function earliest(votes: readonly Judged[]): Date | null {
  const times = votes.flatMap(({ since }) => (since ? [since.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
