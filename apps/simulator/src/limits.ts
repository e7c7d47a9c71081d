/** Most prompts kept; the oldest is dropped first. */
export const PROMPTS_MAX = 5_000;
/** Most payouts, reversals, status and balance inquiries kept, each; the oldest is dropped first. */
export const CONVERSATIONS_MAX = 5_000;
/** Most OriginatorConversationIDs remembered for refusing a repeat. */
export const ORIGINATOR_IDS_MAX = 50_000;
/** Most receipts that a reversal or a status inquiry can find. */
export const TRANSACTIONS_MAX = 50_000;
/** Most shortcodes with registered URLs, and most with a balance of their own. */
export const SHORTCODES_MAX = 1_000;
/** Most offline payments kept. */
export const OFFLINE_PAYMENTS_MAX = 5_000;
/** Most leases on prompts at a time, and most prompts that one of them leaves to their automatic answer. */
export const HOLDS_MAX = 1_000;
export const RELEASES_MAX = 5_000;
/** Longest lease: whoever holds prompts has to go on saying so. */
export const HOLD_SECONDS_MAX = 60;
/** How soon a held prompt notices that nobody holds it any more. */
export const HOLD_CHECK_MS = 200;
/** Most requests kept in the request log; the counts go on. */
export const REQUESTS_MAX = 2_000;
/** Most consumer keys with a live token. */
export const TOKENS_MAX = 1_000;
/** Most phones remembered by the "token refused once" scenario. */
export const TOKEN_REFUSALS_MAX = 1_000;
/** Largest request body, bytes. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Lifetime of an access token. */
export const TOKEN_LIFETIME_MS = 3_599_000;
/** How long the "no answer at all" scenario keeps a connection open. */
export const HANG_MS = 120_000;
/** One callback attempt, from connect to the end of the answer. */
export const CALLBACK_TIMEOUT_MS = 10_000;
/** Time to open the connection of a callback. */
export const CALLBACK_CONNECT_TIMEOUT_MS = 5_000;
/** Open connections per callback host. */
export const CALLBACK_CONNECTIONS_MAX = 64;
/** Bytes of a callback's answer that are read before the connection is dropped. */
export const CALLBACK_ANSWER_BYTES_MAX = 16 * 1024;
/** Window of the same-amount rule (result 17). */
export const SAME_AMOUNT_WINDOW_MS = 120_000;
/** Largest delay that can be configured. */
export const DELAY_MS_MAX = 600_000;
/** Rows of one page of an admin list. */
export const PAGE_MAX = 5_000;
/** Rows of a page when none are asked for. */
export const PAGE_DEFAULT = 100;
/** Time a process has to close after SIGTERM or SIGINT. */
export const CLOSE_TIMEOUT_MS = 2_000;
