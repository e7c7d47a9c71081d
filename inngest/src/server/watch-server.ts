import type { Log } from '@tillgate/domain';
import type { Health } from '../worker-server.ts';
import { isRegistrationDue, type Look, notReadyReason, type Wanted } from './registration.ts';

/** How often a worker looks at the server, when all is well and when something is wrong. */
const calmMs = 10_000;
const uneasyMs = 2_000;
/** What a probe reports is not older than this. */
const ageMaxMs = 1_000;

type ServerWatch = {
  /** The result of the last look. */
  last(): Health;
  /** Looks, unless the last look is a moment old. Never rejects. */
  look(): Promise<Health>;
  start(): void;
  stop(): Promise<void>;
};

type Parts = {
  wanted: Wanted;
  ask: () => Promise<Look>;
  /** Makes the server call this worker's functions. Rejects with the server's reason. */
  register: () => Promise<void>;
  isDatabaseThere: () => Promise<boolean>;
  log: Log;
  now?: () => number;
};

/**
 * Watches the Inngest server: registers the functions at start and whenever the server has lost them, and knows whether
 * this worker can work. Logs a problem once, and its end once.
 */
export function watchServer({ wanted, ask, register, isDatabaseThere, log, now = Date.now }: Parts): ServerWatch {
  let health: Health = { engine: 'inngest', isReady: false, reason: 'The Inngest server was not asked yet.' };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<Health> | undefined;
  let registeredAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let logged: string | undefined;
  let isStopped = false;

  const registerIfDue = async (look: Look): Promise<Look> => {
    const times = registeredAt === undefined ? { now: now() } : { now: now(), registeredAt };
    if (!isRegistrationDue(look, wanted, times)) return look;
    if (registeredAt !== undefined) log.warn({ reason: notReadyReason(look, wanted, true) }, registersAgain);
    await register();
    registeredAt = now();
    return ask();
  };
  const report = ({ reason }: Health) => {
    const isNew = reason !== logged || lookedAt === Number.NEGATIVE_INFINITY;
    logged = reason;
    if (!isNew) return;
    if (reason) log.warn({ reason }, 'This worker is not ready for the Inngest server.');
    else log.info({ functions: wanted.ids.length }, 'The Inngest server runs the functions of the workers.');
  };
  const lookNow = async (): Promise<Health> => {
    const [look, isThere] = await Promise.all([
      ask()
        .then(registerIfDue)
        .catch((error: Error): Look => ({ kind: 'away', reason: error.message })),
      isDatabaseThere().catch(() => false),
    ]);
    const reason = notReadyReason(look, wanted, isThere);
    health = { engine: 'inngest', isReady: reason === undefined, ...(reason !== undefined && { reason }) };
    report(health);
    lookedAt = now();
    return health;
  };
  const look = (): Promise<Health> => {
    if (now() - lookedAt < ageMaxMs) return Promise.resolve(health);
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const round = () => {
    void look().then(({ isReady }) => {
      if (!isStopped) timer = setTimeout(round, isReady ? calmMs : uneasyMs);
    });
  };
  return {
    last: () => health,
    look,
    start: round,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

const registersAgain = 'The Inngest server does not know the functions of this worker, which registers them again.';
