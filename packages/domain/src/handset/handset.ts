/**
 * The handset of the sandbox: a person answers the prompts of their application as its customer would.
 *
 * While somebody looks, a lease on the shortcode keeps the simulator from answering by itself. It is taken before prompts come
 * and renewed with every look, so that none answers itself in between; who stops looking lets it lapse.
 */

/** How long a look lasts. Pages look every second: several may fail before a prompt answers itself. */
export const leaseSeconds = 10;
/** A prompt that no payment of ours has by then belongs to somebody else at the same simulator. */
export const strangerSeconds = 10;
/** Waiting prompts of one shortcode that are looked at. */
export const promptsMax = 200;

/** What a person can do with a prompt. `timeout` is a phone that cannot be reached. */
export const handsetAnswers = ['approve', 'wrong_pin', 'insufficient_funds', 'cancel', 'ignore', 'timeout'] as const;
export type HandsetAnswer = (typeof handsetAnswers)[number];

/** A prompt that waits for its customer. */
export type WaitingPrompt = {
  checkoutRequestId: string;
  phone: string;
  /** Whole KES. */
  amount: number;
  accountReference: string;
  description: string;
  /** The row of the simulator's tables that it plays unless somebody answers; null for an ordinary one. */
  scenario: string | null;
  createdAt: Date;
};

/** A row of the simulator's tables: this phone, or this amount, plays it. */
export type Scenario = {
  name: string;
  phone: string;
  /** Whole KES. */
  amount: number;
  /** What happens, in the simulator's words. */
  title: string;
  /** An outcome that a customer may bring about, or a fault on the way. */
  kind: 'outcome' | 'fault';
};

/** The simulator's handset. Throws DomainError unavailable when it does not answer. */
export type Handset = {
  /** Takes or renews the lease. False when the sandbox provider is no simulator of ours. */
  hold(holder: string, shortcode: string, seconds: number): Promise<boolean>;
  /** The newest first. */
  listWaiting(shortcode: string, limit: number): Promise<WaitingPrompt[]>;
  answer(checkoutRequestId: string, answer: HandsetAnswer): Promise<'answered' | 'already_answered' | 'gone'>;
  /** Leaves a prompt to whoever else holds it, else to its automatic answer. */
  release(holder: string, checkoutRequestId: string): Promise<void>;
  /** Empty when the sandbox provider is no simulator of ours. */
  listScenarios(): Promise<Scenario[]>;
};

/** Capability: may act on the sandbox's handset. */
export type WithHandset = { handset: Handset };

/** Whose a waiting prompt is: the tenant's own, another application's, or not known yet. */
export type PromptOwner = 'own' | 'other' | 'unknown';

/** What to do about a waiting prompt: show it, leave it to itself, or wait until it is known whose it is. */
export function decidePrompt(prompt: Pick<WaitingPrompt, 'createdAt'>, owner: PromptOwner, now: Date) {
  if (owner === 'own') return 'show';
  const isOld = now.getTime() - prompt.createdAt.getTime() >= strangerSeconds * 1000;
  return owner === 'other' || isOld ? 'release' : 'wait';
}
