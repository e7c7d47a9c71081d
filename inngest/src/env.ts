import { parseRateRule } from '@tillgate/domain/rate-limits';
import { readKey } from '@tillgate/domain/sealing';
import { fields, readEnvironment, type Variables } from '@tillgate/process';
import { z } from 'zod';
import { readArchive } from './archive-settings.ts';
import { readMailbox, readSmtpUrl } from './mail-settings.ts';

const poolMaxDefault = 16;

/** A text with its own parser, which returns the value or the reason for refusing it. */
const readBy = <T>(read: (text: string) => { ok: true; value: T } | { ok: false; reason: string }) =>
  z.string().transform((text, issues): T => {
    const result = read(text);
    if (result.ok) return result.value;
    issues.addIssue(result.reason);
    return z.NEVER;
  });

/** The server hashes the bytes that the key stands for. A prefix, as Inngest's cloud has it, is allowed. */
const signingKey = z.string().regex(/^(signkey-\w+-)?([0-9a-f]{2})+$/i, {
  error: 'must be hexadecimal, of even length: make one with openssl rand -hex 32',
});

/** Where the server calls the workers: only scheme, host and port. */
const origin = fields.url.refine((text) => new URL(text).origin === text, {
  error: 'must have a scheme, a host and a port alone, such as http://workers.internal:4001',
});

/** No sweep of ours runs less often than this. */
const sweepSecondsDefault = 300;

const schema = z
  .object({
    ...fields.databaseFields(poolMaxDefault),
    ...fields.publicApiFields,
    WORKER_HOST: z.string().default('localhost'),
    WORKER_PORT: fields.port.default(4001),
    ...fields.providerFields,
    ...fields.sealFields((text) => readKey(text) !== undefined),
    ...fields.phoneHashField((text) => readKey(text) !== undefined),
    ...fields.inngestFields,
    INNGEST_SIGNING_KEY: signingKey.optional(),
    INNGEST_SERVE_ORIGIN: origin.optional(),
    ...fields.webhookFields,
    ...fields.providerLimitFields(parseRateRule),
    /** Payouts of batches that an account sends. */
    BATCH_RATE_PER_ACCOUNT: fields.parsed(parseRateRule).prefault('4/1'),
    RATE_LIMIT_PUBLIC_PER_PHONE: fields.parsed(parseRateRule).prefault('3/600'),
    RATE_LIMIT_PUBLIC_PER_PHONE_DAY: fields.parsed(parseRateRule).prefault('8/86400'),
    SMTP_URL: readBy(readSmtpUrl).optional(),
    MAIL_FROM: readBy(readMailbox).prefault('Tillgate <tillgate@localhost>'),
    /** Where people find the dashboard, for links in emails. */
    NEXTAUTH_URL: fields.url.optional(),
    METRICS_WORKER_PORT: fields.port.optional(),
    SWEEP_SECONDS_MAX: z.coerce
      .number({ error: 'must be a number of seconds' })
      .int('must be a whole number of seconds')
      .min(1, 'must be at least 1')
      .max(59, 'must be below a minute, or unset')
      .default(sweepSecondsDefault),
    ARCHIVE_BUCKET: z.string().optional(),
    ARCHIVE_REGION: z.string().optional(),
    ARCHIVE_ENDPOINT: z.string().optional(),
    ARCHIVE_PREFIX: z.string().optional(),
    ARCHIVE_ACCESS_KEY_ID: z.string().optional(),
    ARCHIVE_SECRET_ACCESS_KEY: z.string().optional(),
    ...fields.metricsFields,
    ...fields.tracingFields,
    ...fields.connectionFields,
    ...fields.logFields,
  })
  .superRefine(
    fields.needs([
      ['INNGEST_BASE_URL', 'INNGEST_EVENT_KEY'],
      ['INNGEST_BASE_URL', 'INNGEST_SIGNING_KEY'],
      ['INNGEST_BASE_URL', 'INNGEST_SERVE_ORIGIN'],
    ]),
  )
  .superRefine(fields.metricsAreGuarded)
  .transform((env, issues) => ({
    ...fields.withPublicBaseUrl(env),
    archive: readArchive(env, issues),
    /** A real Inngest server; undefined means the embedded engine. */
    inngest: env.INNGEST_BASE_URL
      ? {
          baseUrl: env.INNGEST_BASE_URL,
          eventKey: env.INNGEST_EVENT_KEY ?? '',
          signingKey: env.INNGEST_SIGNING_KEY ?? '',
          /** The only address that the functions are registered at, whatever a request says. */
          serveOrigin: env.INNGEST_SERVE_ORIGIN ?? '',
        }
      : undefined,
  }));

export type Env = z.output<typeof schema>;

/** The AWS SDK would print that its later versions need a newer Node. Ours is pinned, and our logs are JSON. */
export function quietAwsSdk(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
}

/** Reads the environment; on problems prints all of them and ends the process. */
export function readEnv(variables: Variables = process.env): Env {
  return readEnvironment('the worker', schema, variables);
}
