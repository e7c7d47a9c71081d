import type { z } from 'zod';

/** The variables of one process, or of a test: names and texts. */
export type Variables = Record<string, string | undefined>;

/** The environment is not valid. `issues` holds every problem that was found. */
export class EnvironmentProblem extends Error {
  readonly issues: { path: string; message: string }[];

  constructor(issues: { path: string; message: string }[]) {
    super(`The environment is not valid: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}.`);
    this.name = 'EnvironmentProblem';
    this.issues = issues;
  }
}

/** Reads the variables of a schema. An empty variable counts as unset. @throws EnvironmentProblem */
export function parseEnvironment<Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new EnvironmentProblem(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** The exit code of a process that refuses its settings: EX_CONFIG of sysexits.h. To start it again is of no use. */
export const refusedSettings = 78;

/**
 * Reads the variables of a schema. On problems it prints all of them and ends the process with exit code 78.
 * @param name what the process is called in the message, for example `the API`
 */
export function readEnvironment<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  variables: Variables,
): z.output<Schema> {
  try {
    return parseEnvironment(schema, variables);
  } catch (error) {
    if (!(error instanceof EnvironmentProblem)) throw error;
    const lines = error.issues.map(({ path, message }) => `  ${path}: ${message}`);
    process.stderr.write(`The environment of ${name} is not valid:\n${lines.join('\n')}\n`);
    process.exit(refusedSettings);
  }
}

/**
 * Builds the dependencies of a process. An unusable setting, such as a missing file, ends the process with one sentence
 * and exit code 78.
 */
export async function builtOrEnd<Built>(name: string, build: Promise<Built>): Promise<Built> {
  try {
    return await build;
  } catch (error) {
    process.stderr.write(
      `${name} cannot start with these settings: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exit(refusedSettings);
  }
}
