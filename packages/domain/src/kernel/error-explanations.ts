import type { ErrorCode } from './errors.ts';

/** Who can fix the cause of an error. `developer`: the author of the code that calls the API. */
type Party = 'developer' | 'merchant' | 'operator' | 'provider' | 'nobody';

/**
 * Whether to repeat a request. `after_fix`: once the cause is gone, with the same Idempotency-Key. `same_key`: as it is,
 * later. `new_key`: with a new Idempotency-Key. `read_first`: read the status, then decide.
 */
type Retry = 'after_fix' | 'same_key' | 'new_key' | 'read_first' | 'never';

type ErrorExplanation = {
  title: string;
  /** What it means and what to do. */
  advice: string;
  responsible: Party;
  retry: Retry;
};

/** What each error means to callers of the API. A full record, so a new code does not compile without an entry. */
export const errorExplanations: Record<ErrorCode, ErrorExplanation> = {
  malformed_json: {
    title: 'Malformed request',
    advice:
      'The body is not JSON in UTF-8, or the content type is not application/json. Correct the request. The Idempotency-Key was not used and stays valid.',
    responsible: 'developer',
    retry: 'after_fix',
  },
  provider_not_configured: {
    title: 'Provider not configured',
    advice:
      'The application has no provider credentials for this environment. Set them in the dashboard, then repeat the request with the same Idempotency-Key.',
    responsible: 'merchant',
    retry: 'after_fix',
  },
  unauthenticated: {
    title: 'Missing or invalid API key',
    advice:
      'Send the whole API key, mp_test_… or mp_live_…, in the header Authorization: Bearer. Revoked and expired keys are refused too.',
    responsible: 'developer',
    retry: 'after_fix',
  },
  forbidden: {
    title: 'Not allowed',
    advice:
      'The API key is valid, but it may not do this. `missingScope` names the scope that it lacks: use a key that has it, or create one. Without `missingScope`, the detail says whether the key may not be used from your address, or your organization is suspended. While it is suspended, payments that already run are still settled and announced: ask the operator of the service.',
    responsible: 'merchant',
    retry: 'after_fix',
  },
  limit_exceeded: {
    title: 'Limit on money out exceeded',
    advice:
      'The payout or reversal would exceed a limit that the application has set. `limit` names it, `max` is its amount, and `used` is what counts towards it already: everything sent or pending in the last 24 hours, in whole KES. Nothing was sent. Wait until earlier payouts are older than 24 hours, or ask an owner or admin to raise the limit. The Idempotency-Key was not used and stays valid.',
    responsible: 'merchant',
    retry: 'after_fix',
  },
  refused_by_rule: {
    title: 'Refused by a rule',
    advice:
      'A rule refuses this request. `rule` names its kind. `stop_list`: the number gets no payment prompts, because its owner or the operator asked for that. `list`: the phone is on the block list of the application, and `ruleId` names the entry. `first_prompt_max`: the amount is too large for a phone that has never paid the application, and `ruleId` names the rule. `new_payee`: the payout is too large for a phone that the application has never paid, or paid for the first time less than a day ago. `same_payout_soon`: the same amount went to the same phone shortly before. Nothing was sent. Ask the customer to pay in another way, such as to your paybill or till. The Idempotency-Key was not used and stays valid.',
    responsible: 'merchant',
    retry: 'never',
  },
  approval_required: {
    title: 'Approval by a person required',
    advice:
      'The application lets people decide about payouts and reversals of this amount. Nothing was sent. Ask for it in the dashboard, where another person can approve it. The Idempotency-Key was not used and stays valid.',
    responsible: 'merchant',
    retry: 'never',
  },
  not_found: {
    title: 'Not found',
    advice: 'The resource does not exist, or it belongs to another application or environment.',
    responsible: 'developer',
    retry: 'never',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    advice:
      'The path exists, but it does not support this method. The Allow header lists the methods that it supports.',
    responsible: 'developer',
    retry: 'after_fix',
  },
  idempotency_key_reused: {
    title: 'Idempotency key reused',
    advice:
      'The Idempotency-Key was used before with a different body. A key names one payment. Use a new key for a new payment.',
    responsible: 'developer',
    retry: 'new_key',
  },
  idempotency_in_flight: {
    title: 'Request in progress',
    advice:
      'The first request with this Idempotency-Key is still running. Repeat the request with the same key after Retry-After seconds.',
    responsible: 'nobody',
    retry: 'same_key',
  },
  idempotency_indeterminate: {
    title: 'Outcome unknown',
    advice:
      'The provider call was interrupted, so money may have moved. Every repeat with this Idempotency-Key returns this error. Read GET /status/{paymentId} or GET /disbursements/{disbursementId} first. Only then try again with a new key.',
    responsible: 'developer',
    retry: 'read_first',
  },
  already_reversed: {
    title: 'Already reversed',
    advice:
      'Another reversal of this receipt is pending or successful. `disbursementId` names it: read GET /disbursements/{disbursementId}. You can reverse the receipt again only after that reversal has failed. The Idempotency-Key was not used and stays valid.',
    responsible: 'developer',
    retry: 'read_first',
  },
  payload_too_large: {
    title: 'Body too large',
    advice: 'A body can have at most 100 kB.',
    responsible: 'developer',
    retry: 'after_fix',
  },
  invalid_input: {
    title: 'Invalid input',
    advice:
      'The list `issues` says which fields are wrong and why. Correct the request. You can use the same Idempotency-Key.',
    responsible: 'developer',
    retry: 'after_fix',
  },
  rate_limited: {
    title: 'Too many requests',
    advice:
      'Wait Retry-After seconds, then repeat the request. Repeating with the same Idempotency-Key is safe. The headers RateLimit-Policy and RateLimit name the limit: `per-key` counts the requests of your API key, `bad-keys` the invalid keys from your network.',
    responsible: 'developer',
    retry: 'same_key',
  },
  provider_rejected: {
    title: 'Refused by the provider',
    advice:
      'The provider rejected the request. `upstream` has its code and text, and `decoded` explains them. A refusal without a code, such as the page of a firewall, has the HTTP status as code, such as `http_403`, and an excerpt of what it says. No money moved. The Idempotency-Key is used up, so a new attempt needs a new key.',
    responsible: 'developer',
    retry: 'new_key',
  },
  provider_unavailable: {
    title: 'No answer from the provider',
    advice:
      'The provider did not answer. With `indeterminate: true` it may have carried out the request: read GET /status/{paymentId} or GET /disbursements/{disbursementId} before you try again. Without it, no money moved.',
    responsible: 'provider',
    retry: 'read_first',
  },
  internal: {
    title: 'Internal error',
    advice:
      'Something failed in the service. Quote the requestId when you ask for help. Repeating with the same Idempotency-Key is safe.',
    responsible: 'operator',
    retry: 'same_key',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    advice:
      'The service cannot reach its database, or has more requests than it can answer. Repeat the request with the same Idempotency-Key after Retry-After seconds.',
    responsible: 'operator',
    retry: 'same_key',
  },
};
