/** An event as functions receive it. `ts` is epoch milliseconds. */
export type EngineEvent = { id: string; name: string; data: unknown; ts: number };

/** What the engine needs of a logger: fields first, then a sentence. */
export type EngineLog = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Channel on which a sender wakes the engine. */
export const mailboxChannel = 'engine_events';

/** Names that begin so are the engine's own: nobody may send them. */
export const reservedPrefix = 'inngest/';
export const failedEventName = 'inngest/function.failed';
export const cronEventName = 'inngest/scheduled.timer';
