/** Most prompts kept; the oldest is dropped first. */
export const promptsMax = 5_000;
/** Most payouts, reversals, status and balance inquiries kept, each; the oldest is dropped first. */
export const conversationsMax = 5_000;
/** Most OriginatorConversationIDs remembered for refusing a repeat. */
export const originatorIdsMax = 50_000;
/** Most receipts that a reversal or a status inquiry can find. */
export const transactionsMax = 50_000;
/** Most shortcodes with registered URLs, and most with a balance of their own. */
export const shortcodesMax = 1_000;
/** Most offline payments kept. */
export const offlinePaymentsMax = 5_000;
/** Most leases on prompts at a time, and most prompts that one of them leaves to their automatic answer. */
export const holdsMax = 1_000;
export const releasesMax = 5_000;
/** Longest lease: whoever holds prompts has to go on saying so. */
export const holdMaxSeconds = 60;
/** How soon a held prompt notices that nobody holds it any more. */
export const holdCheckMs = 200;
/** Most requests kept in the request log; the counts go on. */
export const requestsMax = 2_000;
/** Most consumer keys with a live token. */
export const tokensMax = 1_000;
/** Most phones remembered by the "token refused once" scenario. */
export const tokenRefusalsMax = 1_000;
/** Largest request body, bytes. */
export const bodyMaxBytes = 64 * 1024;
/** Lifetime of an access token. */
export const tokenLifetimeMs = 3_599_000;
/** How long the "no answer at all" scenario keeps a connection open. */
export const hangMs = 120_000;
/** One callback attempt, from connect to the end of the answer. */
export const callbackTimeoutMs = 10_000;
/** Time to open the connection of a callback. */
export const callbackConnectTimeoutMs = 5_000;
/** Open connections per callback host. */
export const callbackConnectionsMax = 64;
/** Bytes of a callback's answer that are read before the connection is dropped. */
export const callbackAnswerMaxBytes = 16 * 1024;
/** Window of the same-amount rule (result 17). */
export const sameAmountWindowMs = 120_000;
/** Largest delay that can be configured. */
export const delayMaxMs = 600_000;
/** Rows of one page of an admin list. */
export const pageRowsMax = 5_000;
/** Rows of a page when none are asked for. */
export const pageRowsDefault = 100;
/** Time a process has to close after SIGTERM or SIGINT. */
export const closeTimeoutMs = 2_000;
