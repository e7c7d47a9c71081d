import type { Context } from '../context.ts';
import { type LoggedRequest, overflow } from './request.ts';

/** Keeps requests without making them wait. */
export type RequestLog = {
  /** Never throws, never waits. */
  note(request: LoggedRequest): void;
  /** Writes what is noted, and stops. Best effort: what cannot be written is lost, and the log says so. */
  close(): Promise<void>;
};

export type RequestLogLimits = {
  /** Requests that wait to be written; with more, the oldest are dropped. */
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
    ctx.log.warn({ dropped }, 'requests were dropped from the request log: the oldest that waited to be written');
    dropped = 0;
  };
  /** Writes until nothing waits. What could not be written goes to the front again, as the oldest. */
  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, limits.batchMax);
      try {
        await insert(ctx, batch);
      } catch (error) {
        waiting = [...batch, ...waiting];
        makeRoom(0);
        ctx.log.warn({ err: error, waiting: waiting.length }, 'requests could not be written to the request log');
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
      if (waiting.length > 0) ctx.log.warn({ lost: waiting.length }, 'requests are lost to the request log');
    },
  };
}

/** The columns, in the order of the table, and the type of each. */
const columns = [
  ['id', 'text', 'id'],
  ['application_id', 'uuid', 'applicationId'],
  ['environment', '"Environment"', 'environment'],
  ['key_id', 'uuid', 'keyId'],
  ['method', 'text', 'method'],
  ['path', 'text', 'path'],
  ['status_code', 'int', 'statusCode'],
  ['error_code', 'text', 'errorCode'],
  ['error_detail', 'text', 'errorDetail'],
  ['duration_ms', 'int', 'durationMs'],
  ['idempotency_key', 'text', 'idempotencyKey'],
  ['replayed', 'boolean', 'replayed'],
  ['resource_id', 'uuid', 'resourceId'],
  ['remote_ip', 'text', 'remoteIp'],
  ['user_agent', 'text', 'userAgent'],
  ['created_at', 'timestamptz', 'createdAt'],
] as const satisfies (readonly [string, string, keyof LoggedRequest])[];

const insertText = `
  INSERT INTO api_requests (${columns.map(([name]) => name).join(', ')})
  SELECT * FROM unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')})
  ON CONFLICT DO NOTHING`;

async function insert(ctx: Pick<Context, 'db'>, batch: LoggedRequest[]): Promise<void> {
  await ctx.db.pool.query({
    name: 'requests_insert',
    text: insertText,
    values: columns.map(([, , field]) => batch.map((request) => request[field])),
  });
}
