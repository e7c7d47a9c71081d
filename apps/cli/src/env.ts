import { readKey } from '@tillgate/domain/sealing';
import { fields, parseEnvironment, type Variables } from '@tillgate/process';
import { z } from 'zod';

const howToSet = 'is needed: set it, or use npm run tillgate';

/** Where the API is: its public address, or its port on this machine. */
const apiFields = {
  PUBLIC_BASE_URL: fields.url.optional(),
  API_PORT: z.coerce.number({ error: 'must be a port' }).int().min(1).max(65_535).default(4000),
};

const baseUrlOf = (env: { PUBLIC_BASE_URL?: string | undefined; API_PORT: number }) =>
  env.PUBLIC_BASE_URL ?? `http://localhost:${env.API_PORT}/functions/v1`;

const schema = z
  .object({
    DATABASE_URL: z.string({ error: howToSet }).regex(/^postgres(ql)?:\/\//, {
      error: 'must start with postgresql://',
    }),
    SEAL_PUBLIC_KEY: z
      .string({ error: howToSet })
      .refine((text) => readKey(text.trim()) !== undefined, { error: 'must be 32 bytes of base64' }),
    /** Only `doctor` looks at it, to see whether the pair fits. */
    SEAL_PRIVATE_KEY: z.string().optional(),
    ...fields.sandboxFields,
    ...fields.webhookFields,
    INNGEST_BASE_URL: fields.url.optional(),
    ...apiFields,
  })
  .transform((env) => ({ ...env, apiOrigin: new URL(baseUrlOf(env)).origin }));

export type Env = z.output<typeof schema>;

/** Reads the environment of commands that use the database. @throws EnvironmentProblem */
export function readEnv(variables: Variables = process.env): Env {
  return parseEnvironment(schema, variables);
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
