import { readFile } from 'node:fs/promises';
import { DomainError } from '@tillgate/domain';
import { readVariable } from './env.ts';

/** Shown in the help of every command that takes secrets. */
export const secretHelp = `
Secrets need not stand in a shell history. Instead of a value you can write:
  @file       the contents of a file, without its last line break
  @env:NAME   the value of an environment variable
  @@text      the text @text itself`;

const fileSizeMax = 10_000;

/**
 * The secret that an option means. Errors name the source and never what is in it.
 * @throws DomainError invalid_input
 */
export async function resolveSecret(option: string, text: string): Promise<string> {
  if (!text.startsWith('@')) return text;
  if (text.startsWith('@@')) return text.slice(1);
  if (text.startsWith('@env:')) {
    const name = text.slice('@env:'.length);
    const value = readVariable(name);
    if (value === undefined) throw refused(option, `the environment variable ${name} is not set`);
    return value;
  }
  return readSecretFile(option, text.slice(1));
}

async function readSecretFile(option: string, path: string): Promise<string> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw refused(option, `the file ${path} cannot be read${reason}`);
  }
  if (content.length > fileSizeMax) throw refused(option, `the file ${path} is too large for a secret`);
  return content.replace(/\r?\n$/, '');
}

function refused(option: string, message: string): DomainError {
  return new DomainError('invalid_input', `${option}: ${message}.`, { issues: [{ path: option, message }] });
}
