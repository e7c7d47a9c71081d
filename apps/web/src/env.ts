import { readProxies } from '@tillgate/domain';
import { readKey } from '@tillgate/domain/sealing';
import { vaultKeysProblem } from '@tillgate/domain/users';
import { fields, readEnvironment, type Variables } from '@tillgate/process';
import { z } from 'zod';
import { addressTrusts } from './features/identity/provider-address.ts';

/** Pages read a few rows each. */
const poolMaxDefault = 10;
/** It signs the cookies of sessions. Somebody who guesses it can sign in as anybody. */
const secretLengthMin = 32;

/** Encrypts the secrets of authenticator apps. Not NEXTAUTH_SECRET, so that this may change. */
const vaultKeys = z
  .string({ error: 'is needed: it encrypts authenticator apps. Make a key with `tillgate keys generate-vault`' })
  .check(({ value, issues }) => {
    const message = vaultKeysProblem(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  });

const schema = z
  .object({
    ...fields.databaseFields(poolMaxDefault),
    WEB_HOST: z.string().default('localhost'),
    WEB_PORT: fields.port.default(3000),
    ...fields.publicApiFields,
    ...fields.sandboxFields,
    NEXTAUTH_SECRET: z.string().min(secretLengthMin, `must have at least ${secretLengthMin} characters`),
    NEXTAUTH_URL: fields.url.optional(),
    VAULT_KEYS: vaultKeys,
    ...fields.sealPublicKeyField((text) => readKey(text) !== undefined),
    ...fields.phoneHashField((text) => readKey(text) !== undefined),
    ...fields.payPageFields((text) => readKey(text) !== undefined),
    ...fields.inngestFields,
    ...fields.webhookFields,
    TRUSTED_PROXIES: fields.parsed(readProxies).prefault(''),
    OIDC_ISSUER: fields.url.optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().default('Single sign-on'),
    OIDC_TRUSTED_EMAIL: z.enum(addressTrusts).default('false'),
    OIDC_EMAIL_CLAIM: z.string().default('email'),
    OIDC_PROMPT: z.enum(['login', 'select_account']).optional(),
    METRICS_WEB_PORT: fields.port.optional(),
    ...fields.metricsFields,
    ...fields.connectionFields,
    ...fields.logFields,
  })
  .superRefine(
    fields.needs([
      ['INNGEST_BASE_URL', 'INNGEST_EVENT_KEY'],
      ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
      ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
    ]),
  )
  .superRefine(fields.payPagesNeedBoth)
  .superRefine(fields.metricsAreGuarded)
  .superRefine(({ OIDC_EMAIL_CLAIM: claim, OIDC_TRUSTED_EMAIL: trusted }, { addIssue }) => {
    if (claim === 'email' || trusted === 'true') return;
    const message = 'needs OIDC_TRUSTED_EMAIL=true: what providers verify is the claim email alone';
    addIssue({ code: 'custom', path: ['OIDC_EMAIL_CLAIM'], message });
  })
  .transform((env) => ({
    ...fields.withPublicBaseUrl(env),
    NEXTAUTH_URL: env.NEXTAUTH_URL ?? `http://localhost:${env.WEB_PORT}`,
  }));

export type Env = z.output<typeof schema>;

/** Reads the environment; on problems prints all of them and ends the process. */
export function readEnv(variables: Variables = process.env): Env {
  return readEnvironment('the dashboard', schema, variables);
}
