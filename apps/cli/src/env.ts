import { readKey } from '@tillgate/domain/sealing';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

const schema = z.object({
  DATABASE_URL: z.string({ error: 'is needed: set it, or use npm run tillgate' }).regex(/^postgres(ql)?:\/\//, {
    error: 'must start with postgresql://',
  }),
  SEAL_PUBLIC_KEY: z
    .string({ error: 'is needed: set it, or use npm run tillgate' })
    .refine((text) => readKey(text.trim()) !== undefined, { error: 'must be 32 bytes of base64' }),
  /** Only `doctor` looks at it, to see whether the pair fits. */
  SEAL_PRIVATE_KEY: z.string().optional(),
  PROVIDER_SANDBOX_URL: url.default('http://localhost:4002'),
  INNGEST_BASE_URL: url.optional(),
  WEBHOOK_ALLOWED_PRIVATE_HOSTS: list,
});

export type Env = z.output<typeof schema>;

/** The environment is not right; every problem is in it. */
export class EnvironmentProblem extends Error {
  readonly issues: { path: string; message: string }[];

  constructor(issues: { path: string; message: string }[]) {
    super(`The environment is not right: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`);
    this.name = 'EnvironmentProblem';
    this.issues = issues;
  }
}

/** Blank values count as unset. @throws EnvironmentProblem */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  return readWith(schema, source);
}

const apiSchema = z
  .object({
    TILLGATE_API_KEY: z.string().optional(),
    TILLGATE_API_URL: url.optional(),
    PUBLIC_BASE_URL: url.optional(),
    API_PORT: z.coerce.number({ error: 'must be a port' }).int().min(1).max(65_535).default(4000),
  })
  .transform((env) => ({
    apiKey: env.TILLGATE_API_KEY,
    apiUrl: env.TILLGATE_API_URL ?? env.PUBLIC_BASE_URL ?? `http://localhost:${env.API_PORT}/functions/v1`,
  }));

/** For commands that speak to the API as a merchant does: they need no database and no seal key. @throws EnvironmentProblem */
export function readApiEnv(source: NodeJS.ProcessEnv = process.env): z.output<typeof apiSchema> {
  return readWith(apiSchema, source);
}

function readWith<Schema extends z.ZodType>(wanted: Schema, source: NodeJS.ProcessEnv): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = wanted.safeParse(given);
  if (result.success) return result.data;
  throw new EnvironmentProblem(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** The variable that a secret option names. */
export function readVariable(name: string, source: NodeJS.ProcessEnv = process.env): string | undefined {
  return source[name];
}
