import { readKey } from '@tillgate/domain/sealing';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** Pages read a few rows each. */
const poolMaxDefault = 10;
/** Signs the cookies of sessions: anybody who guesses it is everybody. */
const secretLengthMin = 32;

const schema = z
  .object({
    DATABASE_URL: z.string().min(1, 'set it, or start everything with npm start'),
    DATABASE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(poolMaxDefault),
    WEB_HOST: z.string().default('localhost'),
    WEB_PORT: port.default(3000),
    API_PORT: port.default(4000),
    NEXTAUTH_SECRET: z.string().min(secretLengthMin, `must have at least ${secretLengthMin} characters`),
    NEXTAUTH_URL: url.optional(),
    PUBLIC_BASE_URL: url.optional(),
    PROVIDER_SANDBOX_URL: url.default('http://localhost:4002'),
    SEAL_PUBLIC_KEY: z
      .string({ error: 'is needed' })
      .refine((text) => readKey(text.trim()) !== undefined, { error: 'must be 32 bytes of base64' }),
    INNGEST_BASE_URL: url.optional(),
    INNGEST_EVENT_KEY: z.string().optional(),
    TRUSTED_PROXIES: list,
    WEBHOOK_ALLOWED_PRIVATE_HOSTS: list,
    OIDC_ISSUER: url.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().default('Single sign-on'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .superRefine((env, issues) => {
    const needed = [
      ['INNGEST_BASE_URL', 'INNGEST_EVENT_KEY'],
      ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
      ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
    ] as const;
    for (const [one, other] of needed) {
      if (env[one] && !env[other]) issues.addIssue({ code: 'custom', path: [other], message: `is needed by ${one}` });
    }
  })
  .transform((env) => ({
    ...env,
    NEXTAUTH_URL: env.NEXTAUTH_URL ?? `http://localhost:${env.WEB_PORT}`,
    PUBLIC_BASE_URL: env.PUBLIC_BASE_URL ?? `http://localhost:${env.API_PORT}/functions/v1`,
  }));

export type Env = z.output<typeof schema>;

/** Reads the environment; on problems prints all of them and ends the process. Blank values count as unset. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  process.stderr.write(`The environment of the dashboard is not right:\n${lines.join('\n')}\n`);
  process.exit(1);
}
