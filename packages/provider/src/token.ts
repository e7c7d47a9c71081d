import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Log, ProviderAccount, TokenStore } from '@tillgate/domain';
import { type Deadline, deadlineIn, orLate } from './deadline.ts';
import type { Http } from './http.ts';
import { fetchToken, type OAuthAnswer } from './oauth.ts';

const refreshEarlyMs = 60_000;
/** A token is still lent out this long before its end, not later: the call has to arrive. */
const validMarginMs = 2_000;
/** How long the store is not asked again. A token that another process replaced shows as a token error. */
const storeCacheMs = 5_000;
const accountsMax = 5_000;
const fetchTimeoutMaxMs = 10_000;
/** Longer than a fetch can take, so that a lease lapses only when its holder died. */
const leaseMs = 15_000;
const pollMs = 100;
/** The token endpoint is rate limited: after a failure this process leaves it alone for a moment. */
const failureHoldMs = 1_000;
/** A token fetched because of a token error, and refused itself: another one this soon would not help either. */
const futileRenewalMs = 10_000;
const triesMax = 3;

type Failed = Extract<OAuthAnswer, { kind: 'failed' }>;
export type TokenAnswer = { kind: 'token'; token: string } | Failed;
/** The refused token was itself fetched, moments ago, because another one was refused. */
type NoBetter = { kind: 'no_better' };

type Kept = { token: string; expiresAt: Date };
type AccountState = {
  kept?: Kept & { readAtMs: number };
  flight?: Promise<TokenAnswer>;
  failure?: { answer: Failed; atMs: number };
  /** The last token fetched because of a token error, until a call with it got past the gateway. */
  unproven?: { token: string; atMs: number };
};

type TokenOptions = {
  http: Http;
  baseUrlOf: (account: ProviderAccount) => string;
  timeoutMs: number;
  clock: Clock;
  log: Log;
  store: TokenStore;
};

/** Access tokens, shared through the store: one refresh at a time, in the process and across processes. */
export class Tokens {
  readonly #options: TokenOptions;
  readonly #fetchTimeoutMs: number;
  readonly #states = new Map<string, AccountState>();

  constructor(options: TokenOptions) {
    this.#options = options;
    this.#fetchTimeoutMs = Math.min(fetchTimeoutMaxMs, options.timeoutMs / 2);
  }

  /** A token to call with. Never throws; ends at the deadline at the latest. */
  obtain(account: ProviderAccount, deadline: Deadline): Promise<TokenAnswer> {
    return this.#obtain(account, deadline, undefined);
  }

  /** A token other than the one that the provider just refused; `no_better` when asking for one would be futile. */
  async replace(account: ProviderAccount, deadline: Deadline, refused: string): Promise<TokenAnswer | NoBetter> {
    if (isFutile(this.#stateOf(this.#idOf(account)), refused)) return { kind: 'no_better' };
    return this.#obtain(account, deadline, refused);
  }

  /** A token that was fetched just now, whatever is stored: proves that the consumer key is good. Ends at the deadline. */
  async renew(account: ProviderAccount, deadline: Deadline): Promise<TokenAnswer> {
    const id = this.#idOf(account);
    const { store, log } = this.#options;
    const fetching = async (): Promise<TokenAnswer> => {
      const stored = await store.read(id);
      const lease = await store.lease(id, stored?.token, leaseMs);
      // Without a lease somebody else fetches one right now, which is as good.
      if (lease === undefined) return this.obtain(account, deadline);
      return this.#fetchUnderLease(id, account, this.#stateOf(id), lease, undefined);
    };
    const answer = fetching().catch((error: unknown): TokenAnswer => {
      log.error({ error: wordOf(error) }, 'the token store failed');
      return unavailable('The store of access tokens failed.');
    });
    return orLate(answer, deadline, late);
  }

  async #obtain(account: ProviderAccount, deadline: Deadline, refused: string | undefined): Promise<TokenAnswer> {
    const id = this.#idOf(account);
    const state = this.#stateOf(id);
    for (let tries = 0; tries < triesMax; tries += 1) {
      const ready = this.#readyToken(state, refused);
      if (ready !== undefined) return { kind: 'token', token: ready };
      const flight = state.flight ?? this.#takeOff(id, account, state, refused);
      const answer = await orLate(flight, deadline, late);
      // A flight that others started may bring the very token that this caller was refused with.
      if (answer.kind !== 'token' || answer.token !== refused) return answer;
    }
    return unavailable('The provider refused the only access token there is.');
  }

  /** Tells that a call with this token got past the gateway. */
  proved(account: ProviderAccount, token: string): void {
    const state = this.#states.get(this.#idOf(account));
    if (state?.unproven?.token === token) delete state.unproven;
  }

  /** Without asking anybody: while somebody refreshes early, the others go on with the old token. */
  #readyToken(state: AccountState, refused: string | undefined): string | undefined {
    const { kept } = state;
    if (kept === undefined || kept.token === refused || !this.#isValid(kept)) return undefined;
    const isFresh = performance.now() - kept.readAtMs < storeCacheMs && !this.#isDue(kept);
    return isFresh || state.flight !== undefined ? kept.token : undefined;
  }

  #takeOff(
    id: string,
    account: ProviderAccount,
    state: AccountState,
    refused: string | undefined,
  ): Promise<TokenAnswer> {
    const flight = this.#refresh(id, account, state, refused)
      .catch((error: unknown): TokenAnswer => {
        this.#options.log.error({ error: wordOf(error) }, 'the token store failed');
        return unavailable('The store of access tokens failed.');
      })
      .finally(() => {
        delete state.flight;
      });
    state.flight = flight;
    return flight;
  }

  /** Reads the store, and fetches a new token when the stored one is missing, due or refused and nobody else does. */
  async #refresh(
    id: string,
    account: ProviderAccount,
    state: AccountState,
    refused: string | undefined,
  ): Promise<TokenAnswer> {
    const { store } = this.#options;
    const waiting = deadlineIn(this.#fetchTimeoutMs);
    do {
      const stored = await store.read(id);
      const usable = stored !== undefined && stored.token !== refused && this.#isValid(stored) ? stored : undefined;
      if (usable !== undefined && !this.#isDue(usable)) return keep(state, usable);
      const held = heldFailure(state);
      if (held !== undefined) return usable === undefined ? held : keep(state, usable);
      const lease = await store.lease(id, stored?.token, leaseMs);
      if (lease !== undefined) {
        const fetched = await this.#fetchUnderLease(id, account, state, lease, refused);
        return fetched.kind === 'failed' && usable !== undefined ? keep(state, usable) : fetched;
      }
      if (usable !== undefined) return keep(state, usable);
      await delay(Math.min(pollMs, waiting.remainingMs()));
    } while (waiting.remainingMs() > 0);
    return late();
  }

  async #fetchUnderLease(
    id: string,
    account: ProviderAccount,
    state: AccountState,
    lease: string,
    refused: string | undefined,
  ): Promise<TokenAnswer> {
    const { http, baseUrlOf, clock, log, store } = this.#options;
    const askedAt = clock.now();
    const answer = await fetchToken(http, baseUrlOf(account), account, deadlineIn(this.#fetchTimeoutMs));
    const about = { environment: account.environment, shortcode: account.shortcode };
    if (answer.kind === 'failed') {
      state.failure = { answer, atMs: performance.now() };
      log.warn({ ...about, code: answer.code }, 'no access token from the provider');
      await this.#quietly(store.release(id, lease));
      return answer;
    }
    delete state.failure;
    const expiresAt = new Date(askedAt.getTime() + answer.lifetimeSeconds * 1000);
    if (refused !== undefined) state.unproven = { token: answer.token, atMs: performance.now() };
    const token = keep(state, { token: answer.token, expiresAt });
    await this.#quietly(store.store(id, lease, answer.token, expiresAt));
    log.info({ ...about, expiresAt }, 'access token renewed');
    return token;
  }

  /** A token in hand is worth using even when the store cannot keep it. */
  async #quietly(write: Promise<void>): Promise<void> {
    await write.catch((error: unknown) => {
      this.#options.log.error({ error: wordOf(error) }, 'the token store failed');
    });
  }

  #isValid(token: Kept): boolean {
    return token.expiresAt.getTime() - this.#options.clock.now().getTime() > validMarginMs;
  }

  #isDue(token: Kept): boolean {
    return token.expiresAt.getTime() - this.#options.clock.now().getTime() <= refreshEarlyMs;
  }

  /** The secret is part of the id: who knows only another merchant's consumer key must not get that merchant's token. */
  #idOf(account: ProviderAccount): string {
    const parts = [this.#options.baseUrlOf(account), account.consumerKey, account.consumerSecret];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
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

function keep(state: AccountState, { token, expiresAt }: Kept): TokenAnswer {
  state.kept = { token, expiresAt, readAtMs: performance.now() };
  return { kind: 'token', token };
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

function unavailable(description: string): Failed {
  return { kind: 'failed', code: 'token_unavailable', description };
}

function wordOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
