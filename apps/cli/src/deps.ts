import { openDatabase } from '@tillgate/db';
import type { Log } from '@tillgate/domain';
import type { ActorContext } from '@tillgate/domain/audit';
import { type WithWebhookUrlJudge, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { createSeal } from '@tillgate/domain/sealing';
import { readEnv } from './env.ts';

/** What commands act with: the operator, who can seal secrets and never open them. */
export type OperatorContext = ActorContext & WithWebhookUrlJudge;

const poolMaxDefault = 4;
/** A command says what happened by its answer; its output must stay one object. */
const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Connects, lets `use` act as the operator, and disconnects. @throws EnvironmentProblem */
export async function withOperator<T>(
  use: (ctx: OperatorContext) => Promise<T>,
  { poolMax = poolMaxDefault }: { poolMax?: number } = {},
): Promise<T> {
  const env = readEnv();
  const db = openDatabase(env.DATABASE_URL, { poolMax, applicationName: 'tillgate-cli' });
  try {
    return await use({
      db,
      clock: { now: () => new Date() },
      // There is no queue to publish to: what a command starts, the worker's sweeps find by its rows within seconds.
      publish: async () => {},
      seal: await createSeal(env.SEAL_PUBLIC_KEY),
      log: silentLog,
      actor: 'operator',
      judgeWebhookUrl: webhookUrlJudge(env.WEBHOOK_ALLOWED_PRIVATE_HOSTS),
    });
  } finally {
    await db.close();
  }
}
