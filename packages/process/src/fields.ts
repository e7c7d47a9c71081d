import { z } from 'zod';
import { keepAliveSeconds } from './request-deadlines.ts';

/** A TCP port; 0 lets the system choose one. */
export const port = z.coerce.number({ error: 'must be a port' }).int().min(0).max(65_535);

/** An http or https address, without the slashes at its end. */
export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));

const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** An address that gets the secrets of merchants: https, or http on this machine, where the simulator runs. */
const providerUrl = url.refine((text) => text.startsWith('https:') || loopbackHost.test(new URL(text).hostname), {
  error: 'must be an https address: over http, every network on the way could read the credentials of merchants',
});

/** Items separated by commas. Default: none. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** A provider call must end well within the idempotency lease of 90 s. */
const providerTimeoutMaxMs = 60_000;
/** The provider refuses callback addresses that contain one of these, in any case. */
const forbiddenWords = /m-?pesa|safaricom|exe|cmd|sql|query/i;
const sealKey = z.string({ error: 'is needed' }).min(1);

/** A text with its own parser, which throws an Error with the reason for an invalid text. */
export const parsed = <T>(parse: (text: string) => T) =>
  z.string().transform((text, issues): T => {
    try {
      return parse(text);
    } catch (error) {
      issues.addIssue(error instanceof Error ? error.message : String(error));
      return z.NEVER;
    }
  });

const databaseUrl = z
  .string({ error: 'is needed: set it, or start everything with npm start' })
  .regex(/^postgres(ql)?:\/\/./, {
    error: 'must be a PostgreSQL address, such as postgresql://user:password@host:5432/tillgate',
  })
  .refine(isDecodable, { error: 'has a % that does not stand for a character: write %25 for a % in the password' });

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The variables of PostgreSQL. `poolMax` is how many connections the process holds by default. */
export function databaseFields(poolMax: number) {
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(poolMax),
  };
}

/** Where callers reach the API. {@link withPublicBaseUrl} fills in missing values. */
export const publicApiFields = {
  API_PORT: port.default(4000),
  PUBLIC_BASE_URL: url
    .refine((text) => !forbiddenWords.test(text), {
      error: 'contains a word that the provider refuses in callback addresses (mpesa, safaricom, exe, cmd, sql, query)',
    })
    .optional(),
};

/** The default of `PUBLIC_BASE_URL` follows `API_PORT`. */
export function withPublicBaseUrl<T extends { API_PORT: number; PUBLIC_BASE_URL?: string | undefined }>(env: T) {
  return { ...env, PUBLIC_BASE_URL: env.PUBLIC_BASE_URL ?? `http://localhost:${env.API_PORT}/functions/v1` };
}

/** The simulated provider, or the provider's own sandbox. */
export const sandboxFields = { PROVIDER_SANDBOX_URL: providerUrl.default('http://localhost:4002') };

/** How to reach the provider. */
export const providerFields = {
  ...sandboxFields,
  PROVIDER_PRODUCTION_URL: providerUrl.default('https://api.safaricom.co.ke'),
  PROVIDER_SANDBOX_CERTIFICATE: z.string().optional(),
  PROVIDER_PRODUCTION_CERTIFICATE: z.string().optional(),
  PROVIDER_C2B_VERSION: z.enum(['v1', 'v2']).default('v2'),
  AIRTEL_SANDBOX_URL: providerUrl.default('http://localhost:4002'),
  AIRTEL_PRODUCTION_URL: providerUrl.default('https://openapi.airtelkenya.com'),
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(providerTimeoutMaxMs).default(30_000),
};

/** For processes that seal and never open. `isKey` checks whether a text is a key. */
export function sealPublicKeyField(isKey: (text: string) => boolean) {
  return { SEAL_PUBLIC_KEY: sealKey.refine((text) => isKey(text.trim()), { error: 'must be 32 bytes of base64' }) };
}

/** The keys that secrets at rest are sealed and opened with: one public key, and private keys with commas between them. */
export function sealFields(isKey: (text: string) => boolean) {
  const areKeys = (text: string) => text.split(',').every((each) => isKey(each.trim()));
  const error = 'must be keys of 32 bytes of base64, with commas between them';
  return { ...sealPublicKeyField(isKey), SEAL_PRIVATE_KEY: sealKey.refine(areKeys, { error }) };
}

/** The key that numbers of the stop list are hashed under. Without it, a process knows no number of the list. */
export function phoneHashField(isKey: (text: string) => boolean) {
  return {
    PHONE_HASH_KEY: z
      .string()
      .refine((text) => isKey(text.trim()), { error: 'must be 32 bytes of base64' })
      .optional(),
  };
}

/**
 * The payment pages: where people reach them, and the key that their addresses are derived under. Both or none:
 * {@link payPagesNeedBoth}.
 */
export function payPageFields(isKey: (text: string) => boolean) {
  return {
    PAY_BASE_URL: url.optional(),
    LINK_KEY: z
      .string()
      .refine((text) => isKey(text.trim()), { error: 'must be 32 bytes of base64' })
      .optional(),
  };
}

/** A check for `superRefine`: an address of payment pages needs the key, and the key needs the address. */
export const payPagesNeedBoth = needs([
  ['PAY_BASE_URL', 'LINK_KEY'],
  ['LINK_KEY', 'PAY_BASE_URL'],
]);

/** A real Inngest server. Without `INNGEST_BASE_URL` the embedded engine is used. */
export const inngestFields = { INNGEST_BASE_URL: url.optional(), INNGEST_EVENT_KEY: z.string().optional() };

/** Limits of every process that calls the provider: prompts per phone, and queries per consumer key. */
export function providerLimitFields<Rule>(parseRule: (text: string) => Rule) {
  return {
    RATE_LIMIT_COLLECT_PER_PHONE: parsed(parseRule).prefault('5/60'),
    RATE_LIMIT_QUERIES_PER_ACCOUNT: parsed(parseRule).prefault('5/1'),
  };
}

const privateHost = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Hosts, each with or without a port. */
export const webhookFields = {
  WEBHOOK_ALLOWED_PRIVATE_HOSTS: list.refine((hosts) => hosts.every((host) => privateHost.test(host)), {
    error: 'must be hosts with commas between them, such as shop.internal,10.0.0.5:8443',
  }),
};

/** Where the metrics of a process are read, beside its own port. {@link metricsAreGuarded} checks them together. */
export const metricsFields = {
  METRICS_HOST: z.string().default('localhost'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
};

/** A check for `superRefine`: beyond this machine, metrics need a token. */
export function metricsAreGuarded(
  { METRICS_HOST: host, METRICS_TOKEN: token }: { METRICS_HOST: string; METRICS_TOKEN?: string | undefined },
  issues: z.RefinementCtx,
): void {
  if (token !== undefined || loopbackHost.test(host) || host === '::1') return;
  const message =
    'is needed when METRICS_HOST is not localhost: without it, whoever reaches the port reads the metrics';
  issues.addIssue({ code: 'custom', path: ['METRICS_TOKEN'], message });
}

/** `key=value` pairs separated by commas, with values as in a URL. */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair));
  if (pairs.includes(null)) throw new Error('must be key=value, with a comma between several');
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]));
}

/** Where traces are sent. The names are those of OpenTelemetry. */
export const tracingFields = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: parsed(readHeaders).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: 'must be a number from 0 to 1' }).min(0).max(1).default(1),
};

const keepAliveSecondsMax = 3_600;

/** How long a process keeps idle connections of its clients. */
export const connectionFields = {
  KEEP_ALIVE_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds' })
    .int('must be a whole number of seconds')
    .min(1)
    .max(keepAliveSecondsMax)
    .default(keepAliveSeconds),
};

export const logFields = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
};

/**
 * A check for `superRefine`: somebody who sets the first variable of a pair must set the second one too.
 * @param pairs for example `[['OIDC_ISSUER', 'OIDC_CLIENT_ID']]`
 */
export function needs<Name extends string>(pairs: readonly (readonly [Name, Name])[]) {
  return (env: { [each in Name]?: unknown }, issues: z.RefinementCtx) => {
    for (const [one, other] of pairs) {
      if (env[one] && !env[other]) issues.addIssue({ code: 'custom', path: [other], message: `is needed by ${one}` });
    }
  };
}
