import { readFile } from 'node:fs/promises';
import { Environment } from '@tillgate/db';
import { DomainError, type Scope, scopes } from '@tillgate/domain';
import { ipListSchema } from '@tillgate/domain/keys';
import { type EventType, eventTypes } from '@tillgate/domain/outbox';
import { Option } from 'commander';

export function appOption(): Option {
  return new Option('--app <id>', 'application ID').makeOptionMandatory();
}

export function envOption(): Option {
  return new Option('--env <environment>', 'environment of the application')
    .choices(Object.values(Environment))
    .makeOptionMandatory();
}

export function dayOption(): Option {
  return new Option('--day <day>', 'a day of East Africa Time, like 2026-11-20').makeOptionMandatory();
}

export function endpointOption(): Option {
  return new Option('--endpoint <id>', 'endpoint ID').makeOptionMandatory();
}

export function deliveryOption(): Option {
  return new Option('--delivery <id>', 'delivery ID, sent as x-webhook-id').makeOptionMandatory();
}

export function recoveryOption(): Option {
  return new Option('--recovery <id>', 'recovery ID').makeOptionMandatory();
}

/** Shown in the help of commands that take event types. */
export const eventTypesHelp = `\nEvent types: ${eventTypes.join(', ')}`;

/** @throws DomainError invalid_input */
export function readEventType(option: string, text: string): EventType {
  const type = eventTypes.find((known) => known === text.trim());
  if (type) return type;
  throw refusedOption(option, `"${text.trim()}" is not an event type`);
}

/** Reads a comma-separated list. An empty text is an empty list. @throws DomainError invalid_input */
export function readEventTypes(text: string | undefined): EventType[] | undefined {
  if (text === undefined) return undefined;
  return text === '' ? [] : text.split(',').map((part) => readEventType('--events', part));
}

/** Reads a comma-separated list of scopes. @throws DomainError invalid_input */
export function readScopes(option: string, text: string | undefined): Scope[] | undefined {
  return text?.split(',').map((part) => {
    const scope = scopes.find((known) => known === part.trim());
    if (scope) return scope;
    throw refusedOption(option, `"${part.trim()}" is not a scope; the scopes are ${scopes.join(', ')}`);
  });
}

/** Reads a comma-separated list of addresses and ranges. @throws DomainError invalid_input */
export function readAddresses(option: string, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const result = ipListSchema.safeParse(text.split(','));
  if (result.success) return result.data;
  throw refusedOption(option, result.error.issues[0]?.message ?? 'is not valid');
}

/** @throws DomainError invalid_input */
export function readWholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,9}$/.test(text)) throw refusedOption(option, 'must be a whole number');
  return Number(text);
}

/** Returns the error for an invalid option. */
export function refusedOption(option: string, message: string): DomainError {
  return new DomainError('invalid_input', `${option}: ${message}.`, { issues: [{ path: option, message }] });
}

/** Reads the file that an option names. `lengthMax` counts characters. @throws DomainError invalid_input */
export async function readOptionFile(option: string, path: string, lengthMax: number): Promise<string> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw refusedOption(option, `the file ${path} cannot be read${reason}`);
  }
  if (content.length > lengthMax) throw refusedOption(option, `the file ${path} is too large`);
  return content;
}
