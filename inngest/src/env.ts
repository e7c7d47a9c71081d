import { z } from 'zod';
import { readMailbox, readSmtpUrl } from './mail-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
/** The provider refuses callback addresses that contain one of these, in any case. */
const forbiddenWords = /m-?pesa|safaricom|exe|cmd|sql|query/i;
const publicUrl = url.refine((text) => !forbiddenWords.test(text), {
  error: 'contains a word that the provider refuses in callback addresses (mpesa, safaricom, exe, cmd, sql, query)',
});
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** A text that a reader of ours judges. */
const readBy = <T>(read: (text: string) => { ok: true; value: T } | { ok: false; reason: string }) =>
  z.string().transform((text, issues): T => {
    const result = read(text);
    if (result.ok) return result.value;
    issues.addIssue(result.reason);
    return z.NEVER;
  });

const poolMaxDefault = 16;
const providerTimeoutMaxMs = 60_000;

const schema = z
  .object({
    DATABASE_URL: z.string().min(1, 'set it, or start everything with npm start'),
    DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(poolMaxDefault),
    API_PORT: port.default(4000),
    PUBLIC_BASE_URL: publicUrl.optional(),
    WORKER_HOST: z.string().default('localhost'),
    WORKER_PORT: port.default(4001),
    PROVIDER_SANDBOX_URL: url.default('http://localhost:4002'),
    PROVIDER_PRODUCTION_URL: url.default('https://api.safaricom.co.ke'),
    PROVIDER_SANDBOX_CERTIFICATE: z.string().optional(),
    PROVIDER_PRODUCTION_CERTIFICATE: z.string().optional(),
    PROVIDER_C2B_VERSION: z.enum(['v1', 'v2']).default('v2'),
    PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(providerTimeoutMaxMs).default(30_000),
    SEAL_PUBLIC_KEY: z.string().min(1),
    SEAL_PRIVATE_KEY: z.string().min(1),
    INNGEST_BASE_URL: url.optional(),
    INNGEST_EVENT_KEY: z.string().optional(),
    INNGEST_SIGNING_KEY: z.string().optional(),
    WEBHOOK_ALLOWED_PRIVATE_HOSTS: list,
    SMTP_URL: readBy(readSmtpUrl).optional(),
    MAIL_FROM: readBy(readMailbox).prefault('Tillgate <tillgate@localhost>'),
    RATE_LIMIT_COLLECT_PER_PHONE: z.string().default('5/60'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .superRefine((env, issues) => {
    for (const name of ['INNGEST_EVENT_KEY', 'INNGEST_SIGNING_KEY'] as const) {
      if (env.INNGEST_BASE_URL && !env[name]) {
        issues.addIssue({ code: 'custom', path: [name], message: 'is needed by INNGEST_BASE_URL' });
      }
    }
  })
  .transform((env) => ({
    ...env,
    /** A real Inngest server; undefined means the embedded engine. */
    inngest: env.INNGEST_BASE_URL
      ? {
          baseUrl: env.INNGEST_BASE_URL,
          eventKey: env.INNGEST_EVENT_KEY ?? '',
          signingKey: env.INNGEST_SIGNING_KEY ?? '',
        }
      : undefined,
    PUBLIC_BASE_URL: env.PUBLIC_BASE_URL ?? `http://localhost:${env.API_PORT}/functions/v1`,
  }));

export type Env = z.output<typeof schema>;

/** Reads the environment; on problems prints all of them and ends the process. Blank values count as unset. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  process.stderr.write(`The environment of the worker is not right:\n${lines.join('\n')}\n`);
  process.exit(1);
}
