import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Log, Meter, TokenStore } from '@tillgate/domain';
import { type Deadline, deadlineIn, orLate } from './deadline.ts';
import { errorName } from './http.ts';
import { unavailable } from './read-token.ts';
import type { AccountInLog, AccountWithTokens, FetchedToken, TokenIssuer } from './token-issuer.ts';

/** A token is renewed when this share of its life is left, or this time if that is shorter. */
const renewalShare = 0.1;
const renewalEarlyMaxMs = 60_000;
/** A token that expires sooner than this is not used any more, because the call takes time to arrive. */
const validMarginMs = 2_000;
/** How long a token from the store is used without another read. A token replaced meanwhile causes a token error. */
const storeCacheMs = 5_000;
const accountsMax = 5_000;
const fetchTimeoutMaxMs = 10_000;
/** Longer than a fetch can take, so that a lease expires only when its holder died. */
const leaseMs = 15_000;
const pollMs = 100;
/** Pause after a failure, because the token endpoint is rate limited. */
const failureHoldMs = 1_000;
/** When the provider also refuses a replacement token within this time, another replacement would not help. */
const futileRenewalMs = 10_000;
const triesMax = 3;

type Failed = Extract<FetchedToken, { kind: 'failed' }>;
export type TokenAnswer = { kind: 'token'; token: string } | Failed;
/** The refused token is itself a recent replacement of a refused token. */
type NoBetter = { kind: 'no_better' };

type Kept = { token: string; expiresAt: Date };
type AccountState = {
  kept?: Kept & { readAtMs: number; renewAtMs: number };
  flight?: Promise<TokenAnswer>;
  failure?: { answer: Failed; atMs: number };
  /** The last replacement of a refused token, until a call with it passed the gateway. */
  unproven?: { token: string; atMs: number };
};

type TokenOptions<Account> = {
  issuer: TokenIssuer<Account>;
  /** How log lines name an account. */
  aboutOf: (account: Account) => AccountInLog;
  timeoutMs: number;
  clock: Clock;
  log: Log;
  store: TokenStore;
  meter?: Meter | undefined;
};

/** Access tokens, shared through the store. Only one refresh per account runs at a time, across all processes. */
export class Tokens<Account extends AccountWithTokens> {
  readonly #options: TokenOptions<Account>;
  readonly #fetchTimeoutMs: number;
  readonly #states = new Map<string, AccountState>();

  constructor(options: TokenOptions<Account>) {
    this.#options = options;
    this.#fetchTimeoutMs = Math.min(fetchTimeoutMaxMs, options.timeoutMs / 2);
  }

  /** Returns a token for a call. Never throws. Ends at the deadline at the latest. */
  obtain(account: Account, deadline: Deadline): Promise<TokenAnswer> {
    return this.#obtain(account, deadline, undefined);
  }

  /** Returns a token other than the refused one, or `no_better` when another token would not help. */
  async replace(account: Account, deadline: Deadline, refused: string): Promise<TokenAnswer | NoBetter> {
    if (isFutile(this.#stateOf(this.#idOf(account)), refused)) return { kind: 'no_better' };
    return this.#obtain(account, deadline, refused);
  }

  /**
   * Fetches a new token, whatever is stored, to prove that the credentials work. Ends at the deadline at the latest.
   */
  async renew(account: Account, deadline: Deadline): Promise<TokenAnswer> {
    const id = this.#idOf(account);
    const { store, log } = this.#options;
    const fetching = async (): Promise<TokenAnswer> => {
      const stored = await store.read(id);
      const lease = await store.lease(id, stored?.token, leaseMs);
      // Without a lease, another caller is fetching a token right now, which proves the same.
      if (lease === undefined) return this.obtain(account, deadline);
      return this.#fetchUnderLease(id, account, this.#stateOf(id), lease, undefined);
    };
    const answer = fetching().catch((error: unknown): TokenAnswer => {
      log.error({ error: errorName(error) }, 'The store of access tokens failed.');
      return unavailable('The store of access tokens failed.');
    });
    return orLate(answer, deadline, late);
  }

  async #obtain(account: Account, deadline: Deadline, refused: string | undefined): Promise<TokenAnswer> {
    const id = this.#idOf(account);
    const state = this.#stateOf(id);
    for (let tries = 0; tries < triesMax; tries += 1) {
      const ready = this.#readyToken(state, refused);
      if (ready !== undefined) return { kind: 'token', token: ready };
      const flight = state.flight ?? this.#startRefresh(id, account, state, refused);
      const answer = await orLate(flight, deadline, late);
      // A refresh that another caller started may return the token that was refused to this caller.
      if (answer.kind !== 'token' || answer.token !== refused) return answer;
    }
    return unavailable('The provider refused the only access token there is.');
  }

  /** Records that a call with this token passed the gateway. */
  confirm(account: Account, token: string): void {
    const state = this.#states.get(this.#idOf(account));
    if (state?.unproven?.token === token) delete state.unproven;
  }

  /** Returns the cached token if it can be used. During an early refresh, other callers keep using the old token. */
  #readyToken(state: AccountState, refused: string | undefined): string | undefined {
    const { kept } = state;
    if (kept === undefined || kept.token === refused || !this.#isValid(kept)) return undefined;
    const isFresh = performance.now() - kept.readAtMs < storeCacheMs && !this.#isDue(state, kept);
    return isFresh || state.flight !== undefined ? kept.token : undefined;
  }

  #startRefresh(id: string, account: Account, state: AccountState, refused: string | undefined): Promise<TokenAnswer> {
    const flight = this.#refresh(id, account, state, refused)
      .catch((error: unknown): TokenAnswer => {
        this.#options.log.error({ error: errorName(error) }, 'The store of access tokens failed.');
        return unavailable('The store of access tokens failed.');
      })
      .finally(() => {
        delete state.flight;
      });
    state.flight = flight;
    return flight;
  }

  /** Reads the store. Fetches a new token when the stored one is missing, due or refused and no other process does. */
  async #refresh(id: string, account: Account, state: AccountState, refused: string | undefined): Promise<TokenAnswer> {
    const { store } = this.#options;
    const waiting = deadlineIn(this.#fetchTimeoutMs);
    do {
      const stored = await store.read(id);
      const usable = stored !== undefined && stored.token !== refused && this.#isValid(stored) ? stored : undefined;
      if (usable !== undefined && !this.#isDue(state, usable)) return this.#keep(state, usable);
      const held = heldFailure(state);
      if (held !== undefined) return usable === undefined ? held : this.#keep(state, usable);
      const lease = await store.lease(id, stored?.token, leaseMs);
      if (lease !== undefined) {
        const fetched = await this.#fetchUnderLease(id, account, state, lease, refused);
        return fetched.kind === 'failed' && usable !== undefined ? this.#keep(state, usable) : fetched;
      }
      if (usable !== undefined) return this.#keep(state, usable);
      await delay(Math.min(pollMs, waiting.remainingMs()));
    } while (waiting.remainingMs() > 0);
    return late();
  }

  async #fetchUnderLease(
    id: string,
    account: Account,
    state: AccountState,
    lease: string,
    refused: string | undefined,
  ): Promise<TokenAnswer> {
    const { issuer, aboutOf, clock, log, store, meter } = this.#options;
    const askedAt = clock.now();
    const answer = await issuer.fetch(account, deadlineIn(this.#fetchTimeoutMs));
    const outcome = answer.kind === 'failed' ? answer.code : 'fetched';
    meter?.tokenFetches({ environment: account.environment, outcome });
    const about = aboutOf(account);
    if (answer.kind === 'failed') {
      state.failure = { answer, atMs: performance.now() };
      log.warn({ ...about, code: answer.code }, 'The provider gave no access token.');
      await this.#logFailure(store.release(id, lease));
      return answer;
    }
    delete state.failure;
    const expiresAt = new Date(askedAt.getTime() + answer.lifetimeSeconds * 1000);
    if (refused !== undefined) state.unproven = { token: answer.token, atMs: performance.now() };
    const token = this.#keep(state, { token: answer.token, expiresAt });
    await this.#logFailure(store.store(id, lease, answer.token, expiresAt));
    log.info({ ...about, expiresAt }, 'The access token was renewed.');
    return token;
  }

  /** Logs a failed write. The fetched token can still be used when the store cannot save it. */
  async #logFailure(write: Promise<void>): Promise<void> {
    await write.catch((error: unknown) => {
      this.#options.log.error({ error: errorName(error) }, 'The store of access tokens failed.');
    });
  }

  #isValid(token: Kept): boolean {
    return token.expiresAt.getTime() - this.#options.clock.now().getTime() > validMarginMs;
  }

  #isDue(state: AccountState, token: Kept): boolean {
    return this.#renewAtMs(state, token) <= this.#options.clock.now().getTime();
  }

  /** The store does not know how long a token lives: what is left when it is first seen counts as its life. */
  #renewAtMs({ kept }: AccountState, { token, expiresAt }: Kept): number {
    if (kept?.token === token) return kept.renewAtMs;
    const leftMs = expiresAt.getTime() - this.#options.clock.now().getTime();
    return expiresAt.getTime() - Math.min(renewalEarlyMaxMs, leftMs * renewalShare);
  }

  #keep(state: AccountState, token: Kept): TokenAnswer {
    const { token: text, expiresAt } = token;
    state.kept = { token: text, expiresAt, renewAtMs: this.#renewAtMs(state, token), readAtMs: performance.now() };
    return { kind: 'token', token: text };
  }

  #idOf(account: Account): string {
    return createHash('sha256')
      .update(JSON.stringify(this.#options.issuer.holderOf(account)))
      .digest('hex');
  }

  #stateOf(id: string): AccountState {
    const state = this.#states.get(id) ?? {};
    this.#states.delete(id);
    this.#states.set(id, state);
    const [oldest] = this.#states.keys();
    if (this.#states.size > accountsMax && oldest !== undefined) this.#states.delete(oldest);
    return state;
  }
}

function isFutile({ unproven }: AccountState, refused: string): boolean {
  return unproven?.token === refused && performance.now() - unproven.atMs < futileRenewalMs;
}

function heldFailure({ failure }: AccountState): Failed | undefined {
  return failure !== undefined && performance.now() - failure.atMs < failureHoldMs ? failure.answer : undefined;
}

function late(): Failed {
  return unavailable('The provider gave no access token in time.');
}
