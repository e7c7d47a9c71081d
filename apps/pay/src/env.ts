import { readProxies, readUrl } from '@tillgate/domain';
import { parseRateRule } from '@tillgate/domain/rate-limits';
import { fields, readEnvironment, type Variables } from '@tillgate/process';
import { z } from 'zod';

/** Pages are read within milliseconds. */
const poolMaxDefault = 8;

const schema = z
  .object({
    ...fields.databaseFields(poolMaxDefault),
    PAY_PORT: fields.port.default(4004),
    PAY_HOST: z.string().default('localhost'),
    PAY_BASE_URL: fields.url
      .refine((text) => readUrl(text)?.pathname === '/', { error: 'must have no path: pages are at /p' })
      .optional(),
    PAY_ABUSE_EMAIL: z.email({ error: 'must be an email address' }).optional(),
    // The addresses of the other processes, which this one must not share.
    NEXTAUTH_URL: fields.url.optional(),
    PUBLIC_BASE_URL: fields.url.optional(),
    TRUSTED_PROXIES: fields.parsed(readProxies).prefault(''),
    RATE_LIMIT_PUBLIC_READ: fields.parsed(parseRateRule).prefault('120/60'),
    RATE_LIMIT_PUBLIC_PAY: fields.parsed(parseRateRule).prefault('6/60'),
    RATE_LIMIT_PUBLIC_PAY_HOUR: fields.parsed(parseRateRule).prefault('30/3600'),
    METRICS_PAY_PORT: fields.port.optional(),
    ...fields.metricsFields,
    ...fields.inngestFields,
    ...fields.connectionFields,
    ...fields.logFields,
  })
  .transform((env) => ({ ...env, PAY_BASE_URL: env.PAY_BASE_URL ?? `http://localhost:${env.PAY_PORT}` }))
  .superRefine(fields.metricsAreGuarded)
  .superRefine(fields.needs([['INNGEST_BASE_URL', 'INNGEST_EVENT_KEY']]))
  .superRefine((env, issues) => {
    const own = new URL(env.PAY_BASE_URL);
    if (own.hostname === 'localhost') return;
    for (const other of ['NEXTAUTH_URL', 'PUBLIC_BASE_URL'] as const) {
      const url = env[other];
      if (url === undefined || new URL(url).origin !== own.origin) continue;
      // A page for strangers must not share an origin with sessions or keys.
      const message = `has the origin of ${other}: give the payment pages a host of their own`;
      issues.addIssue({ code: 'custom', path: ['PAY_BASE_URL'], message });
    }
  });

export type Env = z.output<typeof schema>;

/** Reads the environment; on problems prints all of them and ends the process. */
export function readEnv(variables: Variables = process.env): Env {
  return readEnvironment('the payment pages', schema, variables);
}
