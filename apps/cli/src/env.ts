import { keyIdOf, privateKeyIds, readKey } from '@tillgate/domain/sealing';
import { vaultKeysProblem } from '@tillgate/domain/users';
import { EnvironmentProblem, fields, parseEnvironment, type Variables } from '@tillgate/process';
import { z } from 'zod';

const howToSet = 'is needed: set it, or use npm run tillgate';

/** Where the API is: its public address, or its port on this machine. */
const apiFields = {
  PUBLIC_BASE_URL: fields.url.optional(),
  API_PORT: z.coerce.number({ error: 'must be a port' }).int().min(1).max(65_535).default(4000),
};

const baseUrlOf = (env: { PUBLIC_BASE_URL?: string | undefined; API_PORT: number }) =>
  env.PUBLIC_BASE_URL ?? `http://localhost:${env.API_PORT}/functions/v1`;

const sealPublicKey = z
  .string({ error: howToSet })
  .refine((text) => readKey(text.trim()) !== undefined, { error: 'must be 32 bytes of base64' });

const databaseFields = {
  DATABASE_URL: z.string({ error: howToSet }).regex(/^postgres(ql)?:\/\//, { error: 'must start with postgresql://' }),
};

const schema = z
  .object({
    ...databaseFields,
    SEAL_PUBLIC_KEY: sealPublicKey,
    /** Only `doctor` looks at it, to see whether the pair fits. */
    SEAL_PRIVATE_KEY: z.string().optional(),
    ...fields.phoneHashField((text) => readKey(text) !== undefined),
    ...fields.payPageFields((text) => readKey(text) !== undefined),
    ...fields.sandboxFields,
    ...fields.webhookFields,
    INNGEST_BASE_URL: fields.url.optional(),
    /** Only `doctor` asks there: the workers know whether the Inngest server can use them. */
    INNGEST_SERVE_ORIGIN: fields.url.optional(),
    /** Only `doctor` asks there: whether the Redis that counts limits takes counters. */
    REDIS_URL: z.string().optional(),
    /** Only `doctor --production` looks at it: where callbacks wait on the machine of an API. */
    DATA_DIR: z.string().optional(),
    ...apiFields,
  })
  .transform((env) => ({ ...env, apiOrigin: new URL(baseUrlOf(env)).origin }));

export type Env = z.output<typeof schema>;

/** Reads the environment of commands that use the database. @throws EnvironmentProblem */
export function readEnv(variables: Variables = process.env): Env {
  return parseEnvironment(schema, variables);
}

const areKeys = (text: string) => text.split(',').every((key) => readKey(key.trim()) !== undefined);

const resealSchema = z.object({
  SEAL_PUBLIC_KEY: sealPublicKey,
  SEAL_PRIVATE_KEY: z
    .string({ error: 'is needed to open what is sealed: set it as on the API, with the new key in front' })
    .refine(areKeys, { error: 'must be 32 bytes of base64, or several such keys with commas between them' }),
  VAULT_KEYS: z
    .string()
    .refine((text) => vaultKeysProblem(text) === undefined, { error: 'must be keys of 32 bytes of base64' })
    .optional(),
  NEXTAUTH_SECRET: z.string().optional(),
});

export type ResealEnv = z.output<typeof resealSchema> & {
  /** Of SEAL_PUBLIC_KEY. */
  keyId: string;
  /** Of SEAL_PRIVATE_KEY. */
  privateKeyIds: string[];
};

/** Reads the keys of `keys rotate-seal`. No other command sees them. @throws EnvironmentProblem */
export async function readResealEnv(variables: Variables = process.env): Promise<ResealEnv> {
  const env = parseEnvironment(resealSchema, variables);
  const keyId = sealKeyId(env.SEAL_PUBLIC_KEY);
  const ids = await privateKeyIds(env.SEAL_PRIVATE_KEY);
  if (!ids.includes(keyId)) {
    const message = `has no private key for SEAL_PUBLIC_KEY (${keyId}): what is sealed for it could not be opened`;
    throw new EnvironmentProblem([{ path: 'SEAL_PRIVATE_KEY', message }]);
  }
  return { ...env, keyId, privateKeyIds: ids };
}

const keptKeysSchema = resealSchema.pick({ SEAL_PRIVATE_KEY: true, VAULT_KEYS: true, NEXTAUTH_SECRET: true });

/** The keys that were kept beside a backup. @throws EnvironmentProblem without a private seal key */
export function readKeptKeys(variables: Variables = process.env): z.output<typeof keptKeysSchema> {
  return parseEnvironment(keptKeysSchema, variables);
}

/** The id of a public key that was checked. */
export function sealKeyId(publicKey: string): string {
  const key = readKey(publicKey.trim());
  if (!key) throw new Error('the seal public key must be 32 bytes of base64');
  return keyIdOf(key);
}

/** Reads the address of the database, for what needs nothing else. @throws EnvironmentProblem */
export function readDatabaseUrl(variables: Variables = process.env): string {
  return parseEnvironment(z.object(databaseFields), variables).DATABASE_URL;
}

const apiSchema = z
  .object({
    TILLGATE_API_KEY: z.string().optional(),
    TILLGATE_API_URL: fields.url.optional(),
    ...apiFields,
  })
  .transform((env) => ({ apiKey: env.TILLGATE_API_KEY, apiUrl: env.TILLGATE_API_URL ?? baseUrlOf(env) }));

/**
 * For commands that speak to the API as a merchant does: they need no database and no seal key.
 * @throws EnvironmentProblem
 */
export function readApiEnv(variables: Variables = process.env): z.output<typeof apiSchema> {
  return parseEnvironment(apiSchema, variables);
}

/** The value of the variable that a secret option names. */
export function readVariable(name: string, variables: Variables = process.env): string | undefined {
  return variables[name];
}
