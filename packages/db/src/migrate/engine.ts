import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { surviveLostConnections } from '../client.ts';
import { pinSession } from '../session.ts';
import { MigrationAdapterFactory } from './adapter.ts';
import type { SchemaFile } from './files.ts';

/** The engine arms a timer of this length around its advisory lock and never clears it. */
const engineLockTimerMs = 10_000;

/** The part of the global that is used; its full types belong to the DOM library. */
type Wasm = {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let loading: Promise<EngineModule> | undefined;

/** Loads the WASM build of Prisma's schema engine from node_modules: nothing is downloaded. */
async function loadEngine(): Promise<EngineModule> {
  const file = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const module: EngineModule = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };
  const { instance } = await wasm.instantiate(await readFile(join(dirname(file), 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': { ...module },
  });
  module.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
  // Without it a panic of the engine surfaces as an unreadable TypeError.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(`The schema engine failed: ${message}`);
      },
    },
  });
  return module;
}

/** While `run` is under way, timers as long as the engine's lock timer do not hold the process open. */
async function withoutLingeringTimers<T>(run: () => Promise<T>): Promise<T> {
  const original = globalThis.setTimeout;
  const unlingering = (callback: () => void, ms?: number, ...rest: []) => {
    const timer = original(callback, ms, ...rest);
    if ((ms ?? 0) >= engineLockTimerMs) timer.unref();
    return timer;
  };
  globalThis.setTimeout = Object.assign(unlingering, original);
  try {
    return await run();
  } finally {
    globalThis.setTimeout = original;
  }
}

type ErrorRegistry = ReturnType<typeof bindMigrationAwareSqlAdapterFactory>['errorRegistry'];

/** The engine's error without its Rust trace, and with the adapter's own error where it only names a number. */
function readable(error: unknown, registry: ErrorRegistry): Error {
  const text = error instanceof Error ? error.message : String(error);
  const id = /External error id#(\d+)/.exec(text)?.[1];
  const cause = id === undefined ? undefined : registry.consumeError(Number(id))?.error;
  if (cause instanceof Error) return new Error(cause.message, { cause });
  const trace = text.search(/\n\s+0: /);
  const migration = /migration_name="([^"]+)"/.exec(text)?.[1];
  const message = (trace < 0 ? text : text.slice(0, trace)).replace(/^external connector error\n/, '').trim();
  return new Error(migration ? `Migration ${migration}: ${message}` : message);
}

/** Runs `use` with a schema engine bound to one database and closes its only connection afterwards. */
export async function withSchemaEngine<T>(
  url: string,
  schema: SchemaFile[],
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loading ??= loadEngine();
  const { SchemaEngine } = await loading;
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'tillgate migrate',
    onConnect: pinSession,
  });
  surviveLostConnections(pool);
  const factory = new MigrationAdapterFactory(pool);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const datamodels = schema.map(({ path, content }): [string, string] => [path, content]);
  try {
    return await withoutLingeringTimers(async () => use(await SchemaEngine.new({ datamodels }, () => {}, adapter)));
  } catch (error) {
    throw Object.assign(readable(error, adapter.errorRegistry), { code: factory.failedWith });
  } finally {
    await pool.end();
  }
}
