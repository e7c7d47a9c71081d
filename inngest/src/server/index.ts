import type { Log } from '@tillgate/domain';
import { within } from '@tillgate/process';
import type { Inngest } from 'inngest';
import { serve } from 'inngest/node';
import type { WorkerContext } from '../context.ts';
import { servePath, type WorkerSurface } from '../worker-server.ts';
import { askServer, type ServerAddress } from './ask-server.ts';
import { startHandOver } from './hand-over.ts';
import { createRegistrar, type Functions, wantedOf } from './registrar.ts';
import { refusalText } from './registration.ts';
import { watchServer } from './watch-server.ts';

const databaseTimeoutMs = 2_000;

type Settings = ServerAddress & { serveOrigin: string };

/** Ends the process with exit code 1 if the server refuses a key. If the server is down, the check runs later. */
export async function endUnlessKeysFit(settings: ServerAddress): Promise<void> {
  const look = await askServer(settings);
  if (look.kind !== 'refused') return;
  process.stderr.write(
    `The environment of the worker is not valid:\n  ${look.variable}: ${refusalText(look.variable)} (${settings.baseUrl})\n`,
  );
  process.exit(1);
}

/** What a worker does for an Inngest server. */
type ServerMode = Required<Pick<WorkerSurface, 'health' | 'look' | 'runFunctions'>> & {
  /** Registers the functions, then watches the server and empties the mailbox. */
  start(): void;
  stop(): Promise<void>;
};

/** Builds it. Nothing is sent before `start`. */
export function createServerMode(
  settings: Settings,
  parts: {
    inngest: Inngest;
    functions: Functions;
    context: WorkerContext;
    log: Log;
  },
): ServerMode {
  const { inngest, functions, context, log } = parts;
  const { pool } = context.db;
  const { serveOrigin } = settings;
  const watch = watchServer({
    wanted: wantedOf(inngest, functions, serveOrigin),
    ask: () => askServer(settings),
    register: createRegistrar(inngest, functions, serveOrigin),
    isDatabaseThere: async () => (await within(databaseTimeoutMs, pool.query('SELECT 1'))) !== undefined,
    log,
  });
  let handingOver: ReturnType<typeof startHandOver> | undefined;
  return {
    health: () => watch.last(),
    look: () => watch.look(),
    // Only the server, which knows the signing key, may ask for anything, and nobody names another address.
    runFunctions: serve({ client: inngest, functions, servePath, serveOrigin, enableUnauthedSync: false }),
    start() {
      watch.start();
      handingOver = startHandOver({ pool, inngest, isReady: () => watch.last().isReady, log });
    },
    async stop() {
      await watch.stop();
      await handingOver?.stop();
    },
  };
}
