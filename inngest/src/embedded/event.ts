/** An event in Inngest's sense: one of our signals, or a cron tick. `ts` is epoch milliseconds. */
export type EngineEvent = { id: string; name: string; data: unknown; ts: number };

/** The logger that the engine needs. The fields come first, then a sentence. */
export type EngineLog = Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** The Postgres channel on which a sender wakes the engine. */
export const mailboxChannel = 'engine_events';

/** Only the engine itself creates events whose names begin with this. */
export const reservedPrefix = 'inngest/';
export const failedEventName = 'inngest/function.failed';
export const cronEventName = 'inngest/scheduled.timer';
