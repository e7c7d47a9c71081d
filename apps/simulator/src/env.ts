import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { delayMaxMs } from './limits.ts';
import { defaultSettings } from './settings.ts';
import { type Credential, defaultProfile } from './simulation.ts';

const delayMs = (fallback: number) => z.coerce.number().int().min(0).max(delayMaxMs).default(fallback);

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true');

const credentials = z
  .string()
  .optional()
  .transform((text, context): Credential[] | null => {
    if (text === undefined) return null;
    const pairs = text.split(',').map((pair) => {
      const [consumerKey, ...rest] = pair.trim().split(':');
      return { consumerKey: consumerKey ?? '', consumerSecret: rest.join(':') };
    });
    if (pairs.every((pair) => pair.consumerKey !== '' && pair.consumerSecret !== '')) return pairs;
    context.addIssue({ code: 'custom', message: 'expected key:secret pairs separated by commas' });
    return z.NEVER;
  });

/** Reads an RSA private key from a PEM file. Error messages name neither the file nor its content. */
const privateKeyFile = z
  .string()
  .optional()
  .transform((path, context): string | null => {
    if (path === undefined) return null;
    try {
      const pem = readFileSync(path, 'utf8');
      if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
    } catch {}
    context.addIssue({ code: 'custom', message: 'expected the path of a PEM file with an RSA private key' });
    return z.NEVER;
  });

/** Names separated by commas, in lower case. */
const names = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  );

const schema = z.object({
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535).default(4002),
  SIMULATOR_HOST: z.string().default('127.0.0.1'),
  SIMULATOR_NAMES: names,
  SIMULATOR_PASSKEY: z.string().default(defaultProfile.passkey),
  SIMULATOR_CREDENTIALS: credentials,
  SIMULATOR_DELAY_MS: delayMs(defaultSettings.delayMs),
  SIMULATOR_CALLBACK_DELAY_MS: delayMs(defaultSettings.callbackDelayMs),
  SIMULATOR_LATE_CALLBACK_MS: delayMs(defaultProfile.lateCallbackMs),
  SIMULATOR_SLOW_ACK_MS: delayMs(defaultProfile.slowAckMs),
  SIMULATOR_AUTO_ANSWER: flag(defaultSettings.autoAnswer),
  SIMULATOR_SUBSCRIBER_LOCK: flag(defaultSettings.subscriberLock),
  SIMULATOR_SAME_AMOUNT_RULE: flag(defaultSettings.sameAmountRule),
  SIMULATOR_LOSE_CALLBACKS: flag(defaultSettings.loseCallbacks),
  SIMULATOR_EXTERNAL_VALIDATION: flag(defaultSettings.externalValidation),
  SIMULATOR_REGISTER_ONCE: flag(defaultSettings.registerOnce),
  SIMULATOR_CONFIRM_STK_PAYMENTS: flag(defaultSettings.confirmStkPayments),
  SIMULATOR_CONFIRMATION: z.enum(['before', 'after']).default(defaultSettings.confirmation),
  SIMULATOR_CHECK_CREDENTIAL: flag(defaultSettings.checkCredential),
  SIMULATOR_ONE_TOKEN: flag(defaultSettings.oneToken),
  SIMULATOR_INITIATOR_PASSWORD: z.string().optional(),
  SIMULATOR_PRIVATE_KEY: privateKeyFile,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Parses the environment. An empty variable counts as unset. Returns the list of all problems instead of throwing. */
export const parseEnv = (source: Record<string, string | undefined>) => {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) };
  }
  const env = parsed.data;
  return {
    env: {
      port: env.SIMULATOR_PORT,
      host: env.SIMULATOR_HOST,
      logLevel: env.LOG_LEVEL,
      simulator: {
        names: [env.SIMULATOR_HOST.toLowerCase(), ...env.SIMULATOR_NAMES],
        passkey: env.SIMULATOR_PASSKEY,
        credentials: env.SIMULATOR_CREDENTIALS,
        delayMs: env.SIMULATOR_DELAY_MS,
        callbackDelayMs: env.SIMULATOR_CALLBACK_DELAY_MS,
        lateCallbackMs: env.SIMULATOR_LATE_CALLBACK_MS,
        slowAckMs: env.SIMULATOR_SLOW_ACK_MS,
        autoAnswer: env.SIMULATOR_AUTO_ANSWER,
        subscriberLock: env.SIMULATOR_SUBSCRIBER_LOCK,
        sameAmountRule: env.SIMULATOR_SAME_AMOUNT_RULE,
        loseCallbacks: env.SIMULATOR_LOSE_CALLBACKS,
        externalValidation: env.SIMULATOR_EXTERNAL_VALIDATION,
        registerOnce: env.SIMULATOR_REGISTER_ONCE,
        confirmStkPayments: env.SIMULATOR_CONFIRM_STK_PAYMENTS,
        confirmation: env.SIMULATOR_CONFIRMATION,
        checkCredential: env.SIMULATOR_CHECK_CREDENTIAL,
        oneToken: env.SIMULATOR_ONE_TOKEN,
        initiatorPassword: env.SIMULATOR_INITIATOR_PASSWORD ?? null,
        privateKeyPem: env.SIMULATOR_PRIVATE_KEY,
      },
    },
  };
};

/** Reads this process's environment. Prints all problems and exits with status 1 when there are any. */
export const readEnv = () => {
  const read = parseEnv(process.env);
  if (read.env !== undefined) return read.env;
  process.stderr.write(`The simulator cannot start:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}\n`);
  process.exit(1);
};
