import type { RailName } from '../rails/index.ts';

/**
 * The handset of the sandbox, on which a person answers the prompts of an application as its
 * customer would.
 *
 * A lease on the accounts of the application keeps the simulator from answering prompts by itself. Each look renews
 * the lease. It lapses when the person stops looking.
 */

/**
 * How long a look keeps the lease. Pages look every second, so several looks may fail before the
 * lease lapses.
 */
export const leaseSeconds = 10;
/**
 * A prompt without a payment of ours after this time belongs to another system at the same
 * simulator.
 */
const strangerSeconds = 10;
/** Waiting prompts of one account that are looked at. */
export const promptsMax = 200;

/** What a person can do with a prompt. `timeout` is a phone that cannot be reached. */
export const handsetAnswers = ['approve', 'wrong_pin', 'insufficient_funds', 'cancel', 'ignore', 'timeout'] as const;
type HandsetAnswer = (typeof handsetAnswers)[number];

/** Whose prompts are looked at. `payee` is null where prompts of the network do not say it: then they are those of everybody. */
export type HandsetAccount = { rail: RailName; payee: string | null };

/** A prompt that waits for its customer. */
export type WaitingPrompt = {
  rail: RailName;
  checkoutRequestId: string;
  phone: string;
  /** Whole KES. */
  amount: number;
  accountReference: string;
  /** Null where the network has no such field. */
  description: string | null;
  /**
   * The row of the simulator's tables that it plays unless somebody answers; null for an ordinary
   * one.
   */
  scenario: string | null;
  createdAt: Date;
};

/** A row of the simulator's tables: this phone, or this amount, plays it. */
export type Scenario = {
  /** What happens there, such as `insufficient-funds`. The simulator's own name of it. */
  name: string;
  phone: string;
  /** Whole KES. */
  amount: number;
  /** An outcome that a customer may bring about, or a fault on the way. */
  kind: 'outcome' | 'fault';
};

/** The simulator's handset. Throws DomainError unavailable when it does not answer. */
export type Handset = {
  /** Takes or renews the lease. False when the sandbox provider is no simulator of ours. */
  hold(holder: string, accounts: readonly HandsetAccount[], seconds: number): Promise<boolean>;
  /** The newest first. */
  listWaiting(account: HandsetAccount, limit: number): Promise<WaitingPrompt[]>;
  answer(checkoutRequestId: string, answer: HandsetAnswer): Promise<'answered' | 'already_answered' | 'gone'>;
  /** Gives up a prompt: another holder may answer it, or else the simulator does. */
  release(holder: string, checkoutRequestId: string): Promise<void>;
  /** Empty when the sandbox provider is no simulator of ours. */
  listScenarios(): Promise<Scenario[]>;
};

/** Capability: may act on the sandbox's handset. */
export type WithHandset = { handset: Handset };

/** The owner of a waiting prompt: the tenant itself, another application, or not known yet. */
export type PromptOwner = 'own' | 'other' | 'unknown';

/**
 * Decides about a waiting prompt: show it, leave it to the simulator, or wait until its owner is
 * known.
 */
export function decidePrompt(prompt: Pick<WaitingPrompt, 'createdAt'>, owner: PromptOwner, now: Date) {
  if (owner === 'own') return 'show';
  const isOld = now.getTime() - prompt.createdAt.getTime() >= strangerSeconds * 1000;
  return owner === 'other' || isOld ? 'release' : 'wait';
}
