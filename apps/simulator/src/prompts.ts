import { setBounded } from './bounded-map.ts';
import { isoOrNull } from './iso-time.ts';
import type { Delivery } from './post-callback.ts';
import type { Push } from './push-fields.ts';
import type { Result } from './results.ts';
import type { Scenario } from './scenario.ts';

/** One callback attempt of a prompt. */
type CallbackAttempt = Delivery & { resultCode: number | string };

/** The outcome of a prompt. `receipt` and `settledAmount` (KES) are null unless it was paid. */
export type Outcome = Result & { receipt: string | null; settledAmount: number | null };

/** A prompt on a handset. Times are epoch milliseconds. */
export type Prompt = {
  merchantRequestId: string;
  checkoutRequestId: string;
  push: Push;
  scenario: Scenario;
  createdAtMs: number;
  answeredAtMs: number | null;
  answeredBy: 'auto' | 'admin' | null;
  outcome: Outcome | null;
  /** True once the first callback was delivered, failed or was lost. */
  callbackTried: boolean;
  callbacks: CallbackAttempt[];
  /** C2B confirmations of the same payment, sent when `confirmStkPayments` is on. */
  confirmations: Delivery[];
  queries: number;
  /** Number of queries received after the outcome became final. */
  finalQueries: number;
};

export type PromptLog = {
  add(prompt: Prompt): void;
  find(checkoutRequestId: string): Prompt | undefined;
  /** Newest first. */
  list(): Prompt[];
  clear(): void;
};

/** Keeps the last `promptsMax` prompts. */
export const createPromptLog = (promptsMax: number): PromptLog => {
  const prompts = new Map<string, Prompt>();
  return {
    add: (prompt) => setBounded(prompts, promptsMax, prompt.checkoutRequestId, prompt),
    find: (checkoutRequestId) => prompts.get(checkoutRequestId),
    list: () => [...prompts.values()].reverse(),
    clear: () => prompts.clear(),
  };
};

/** A prompt as the admin API shows it, without CallBackURL and Password, which belong to the merchant. */
export const renderPrompt = (prompt: Prompt) => ({
  checkoutRequestId: prompt.checkoutRequestId,
  merchantRequestId: prompt.merchantRequestId,
  phone: prompt.push.phone,
  amount: prompt.push.amount,
  accountReference: prompt.push.accountReference,
  transactionDesc: prompt.push.transactionDesc,
  transactionType: prompt.push.transactionType,
  businessShortCode: prompt.push.businessShortCode,
  partyB: prompt.push.partyB,
  scenario: prompt.scenario.slug,
  state: prompt.outcome === null ? 'waiting' : 'answered',
  outcome:
    prompt.outcome === null
      ? null
      : {
          resultCode: prompt.outcome.code,
          resultDesc: prompt.outcome.callbackDesc,
          receipt: prompt.outcome.receipt,
          settledAmount: prompt.outcome.settledAmount,
        },
  answeredBy: prompt.answeredBy,
  createdAt: isoOrNull(prompt.createdAtMs),
  answeredAt: isoOrNull(prompt.answeredAtMs),
  callbacks: prompt.callbacks,
  confirmations: prompt.confirmations,
  queries: prompt.queries,
});

export type PromptView = ReturnType<typeof renderPrompt>;
