/** Number of prompts kept. The oldest is dropped first. */
export const promptsMax = 5_000;
/** Number of requests kept for each of payout, B2B, reversal, status and balance. The oldest is dropped first. */
export const conversationsMax = 5_000;
/** Number of OriginatorConversationIDs remembered, so that a repeat is refused. */
export const originatorIdsMax = 50_000;
/** Number of receipts kept for reversals and status inquiries. */
export const transactionsMax = 50_000;
/** Number of shortcodes with registered URLs, and number of shortcodes with their own balance. */
export const shortcodesMax = 1_000;
/** Number of offline payments kept. */
export const offlinePaymentsMax = 5_000;
/** Rows of a page of pulled payments. */
export const pulledRowsMax = 100;
/** How far back payments can be pulled. */
export const pullWindowMs = 48 * 60 * 60 * 1_000;
/** Number of holds at a time, and number of prompts that one hold can release. */
export const holdsMax = 1_000;
export const releasesMax = 5_000;
/** Longest hold. A holder that needs more time must renew it. */
export const holdMaxSeconds = 60;
/** How often a held prompt checks whether its hold has ended. */
export const holdCheckMs = 200;
/** Number of entries kept in the request log. The counts include dropped entries. */
export const requestsMax = 2_000;
/** Number of live access tokens. The oldest ends first. SDKs ask for one before every call. */
export const tokensMax = 10_000;
/** Number of keys remembered by the "token refused once" scenario. */
export const tokenRefusalsMax = 1_000;
/** Largest request body. */
export const bodyMaxBytes = 64 * 1024;
/** A client that has not sent its whole request by then is cut off. */
export const requestTimeoutMs = 30_000;
/** How often late requests are looked for. */
export const requestCheckMs = 500;
/** Lifetime of an access token. */
export const tokenLifetimeMs = 3_599_000;
/** How long the "hang" scenario keeps a connection open. */
export const hangMs = 120_000;
/** Time limit of one callback attempt, from connecting to the end of the response. */
export const callbackTimeoutMs = 10_000;
/** Time limit for opening the connection of a callback. */
export const callbackConnectTimeoutMs = 5_000;
/** Open connections per callback host. */
export const callbackConnectionsMax = 64;
/** Bytes of a callback response that are read before the simulator drops the connection. */
export const callbackAnswerMaxBytes = 16 * 1024;
/** Window of the same-amount rule (result 17). */
export const sameAmountWindowMs = 120_000;
/** Largest delay that can be configured. */
export const delayMaxMs = 600_000;
/** Largest page of an admin list. */
export const pageRowsMax = 5_000;
/** Page size of an admin list when the request names none. */
export const pageRowsDefault = 100;
/** Time that the process has to close after SIGTERM or SIGINT. */
export const closeTimeoutMs = 2_000;
