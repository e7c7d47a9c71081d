import type { Context } from '../kernel/context.ts';
import { type LoggedRequest, overflow } from './request.ts';
import { insertRequests } from './statements.ts';

/** Records API requests in the background: a request never waits for its record. */
export type RequestLog = {
  /** Never throws, never waits. */
  note(request: LoggedRequest): void;
  /** Writes what is recorded so far, and stops. What cannot be written is lost and logged as lost. */
  close(): Promise<void>;
};

type RequestLogLimits = {
  /** Requests that wait to be written. With more, the oldest are dropped. */
  waitingMax: number;
  /** Rows of one insert. */
  batchMax: number;
  writeEveryMs: number;
};

const defaultLimits: RequestLogLimits = { waitingMax: 10_000, batchMax: 500, writeEveryMs: 500 };

export function createRequestLog(
  ctx: Pick<Context, 'db' | 'log'>,
  limits: RequestLogLimits = defaultLimits,
): RequestLog {
  let waiting: LoggedRequest[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const makeRoom = (adding: number) => {
    const tooMany = overflow(waiting.length, adding, limits.waitingMax);
    if (tooMany === 0) return;
    waiting.splice(0, tooMany);
    dropped += tooMany;
  };
  const sayDropped = () => {
    if (dropped === 0) return;
    ctx.log.warn({ dropped }, 'Requests were dropped from the request log: the oldest that waited to be written.');
    dropped = 0;
  };
  /** Writes until nothing waits. A batch that could not be written goes back to the front. */
  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, limits.batchMax);
      try {
        await insertRequests(ctx.db.pool, batch);
      } catch (error) {
        waiting = [...batch, ...waiting];
        makeRoom(0);
        ctx.log.warn({ err: error, waiting: waiting.length }, 'Requests could not be written to the request log.');
        break;
      }
    }
    sayDropped();
  };
  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = writeAll().finally(() => {
        writing = undefined;
        if (waiting.length > 0) schedule();
      });
    }, limits.writeEveryMs).unref();
  };

  return {
    note(request) {
      makeRoom(1);
      waiting.push(request);
      if (!writing) schedule();
    },
    async close() {
      clearTimeout(timer);
      await writing;
      clearTimeout(timer);
      await writeAll();
      if (waiting.length > 0) ctx.log.warn({ lost: waiting.length }, 'Requests are lost to the request log.');
    },
  };
}
