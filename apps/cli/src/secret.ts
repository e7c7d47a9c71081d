import { readVariable } from './env.ts';
import { readOptionFile, refusedOption } from './options.ts';

/** Shown in the help of every command that takes secrets. */
export const secretHelp = `
To keep secrets out of your shell history, use one of these instead of a value:
  @file       the contents of a file, without the final line break
  @env:NAME   the value of an environment variable
  @@text      the literal text @text`;

const fileLengthMax = 10_000;

/**
 * Reads the secret that an option names. Errors name the source and never the secret.
 * @throws DomainError invalid_input
 */
export async function resolveSecret(option: string, text: string): Promise<string> {
  if (!text.startsWith('@')) return text;
  if (text.startsWith('@@')) return text.slice(1);
  if (text.startsWith('@env:')) {
    const name = text.slice('@env:'.length);
    const value = readVariable(name);
    if (value === undefined) throw refusedOption(option, `the environment variable ${name} is not set`);
    return value;
  }
  const content = await readOptionFile(option, text.slice(1), fileLengthMax);
  return content.replace(/\r?\n$/, '');
}
