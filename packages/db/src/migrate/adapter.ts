import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { marking } from './heal.ts';

/** Postgres' internal one-byte "char" (18), which the adapter does not know, and text (25), which it does. */
const charOid = 18;
const textOid = 25;

type QueryResult = { fields: { dataTypeID: number }[]; rows: unknown[] };
type Query = (query: object | string) => Promise<QueryResult>;

/** Presents "char" columns as text and remembers, by the result's rows, which they were. */
function presentCharAsText(pool: pg.Pool): WeakMap<unknown[], number[]> {
  const charColumns = new WeakMap<unknown[], number[]>();
  const query = pool.query.bind(pool) as unknown as Query;
  const presenting: Query = async (text) => {
    const result = await query(text);
    if (!Array.isArray(result.rows)) return result;
    const columns = result.fields.flatMap((field, index) => (field.dataTypeID === charOid ? [index] : []));
    for (const field of result.fields) if (field.dataTypeID === charOid) field.dataTypeID = textOid;
    charColumns.set(result.rows, columns);
    return result;
  };
  Object.assign(pool, { query: presenting });
  return charColumns;
}

/** Lets the engine see what Postgres said, for its own message and for the migration history. */
function asAdapterError(error: pg.DatabaseError): never {
  const { code, severity, message, detail, column, hint } = error;
  const kind = 'postgres' as const;
  throw new DriverAdapterError({ kind, code: code ?? '', severity: severity ?? '', message, detail, column, hint });
}

/**
 * Prisma's Postgres adapter as its schema engine needs it. The pool must have one connection and is only for this
 * adapter.
 */
export class MigrationAdapterFactory extends PrismaPg {
  readonly #charColumns: WeakMap<unknown[], number[]>;
  /** The error code of PostgreSQL of the last script that failed: the engine's own error does not say it. */
  failedWith: string | undefined;

  constructor(pool: pg.Pool) {
    super(pool);
    this.#charColumns = presentCharAsText(pool);
  }

  override async connect() {
    const adapter = await super.connect();
    const charColumns = this.#charColumns;
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    // The adapter's own version cuts scripts at each ";", also inside functions and literals, and is not atomic.
    // The mark commits with the script, so that a process that is killed right after it leaves no doubt.
    adapter.executeScript = async (script) => {
      if (!script.trim()) return;
      try {
        await adapter.underlyingDriver().query(marking(script));
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
        this.failedWith = error.code;
        asAdapterError(error);
      }
    };
    return adapter;
  }

  /** The adapter's own version would connect to the real database, not to a shadow of it. */
  override connectToShadowDb(): never {
    throw new Error('There is no shadow database: compare with a scratch database.');
  }
}
