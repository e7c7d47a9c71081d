import { openDatabase } from '@tillgate/db';
import { type ActorContext, type Log, operator } from '@tillgate/domain';
import { type WithWebhookUrlJudge, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { createPhoneHash, type WithPhoneHash } from '@tillgate/domain/guards';
import { createPayPages, type WithPayPages } from '@tillgate/domain/links';
import { createSeal } from '@tillgate/domain/sealing';
import { readEnv } from './env.ts';

/** The context of a command. The operator can seal secrets but cannot open them. */
export type OperatorContext = ActorContext & WithWebhookUrlJudge & WithPhoneHash & WithPayPages;

const poolMaxDefault = 4;
/** Commands do not log: with --json their output must stay one object. */
const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

export type OperatorOptions = {
  poolMax?: number;
  /** The database refuses every change, and ends a statement after this many milliseconds. */
  readOnly?: { statementTimeoutMs: number };
};

/** Connects to the database, runs `use` as the operator, and disconnects. @throws EnvironmentProblem */
export async function withOperator<T>(
  use: (ctx: OperatorContext) => Promise<T>,
  { poolMax = poolMaxDefault, readOnly }: OperatorOptions = {},
): Promise<T> {
  const env = readEnv();
  const limits = readOnly ? { poolMax, readOnly } : { poolMax };
  const db = openDatabase(env.DATABASE_URL, { ...limits, applicationName: 'tillgate-cli' });
  try {
    return await use({
      db,
      clock: { now: () => new Date() },
      // The CLI publishes no signals. The worker's sweeps find new rows within seconds.
      publish: async () => {},
      seal: await createSeal(env.SEAL_PUBLIC_KEY),
      log: silentLog,
      actor: 'operator',
      authority: operator,
      judgeWebhookUrl: webhookUrlJudge(env.WEBHOOK_ALLOWED_PRIVATE_HOSTS),
      payPages:
        env.PAY_BASE_URL !== undefined && env.LINK_KEY !== undefined
          ? createPayPages(env.PAY_BASE_URL, env.LINK_KEY)
          : undefined,
      phoneHash: env.PHONE_HASH_KEY === undefined ? undefined : createPhoneHash(env.PHONE_HASH_KEY),
    });
  } finally {
    await db.close();
  }
}
