import { readFile } from 'node:fs/promises';
import { Environment } from '@tillgate/db';
import { DomainError, plainIssue, type Scope, scopes } from '@tillgate/domain';
import { ipListSchema } from '@tillgate/domain/keys';
import { allEventTypes, type EventType, eventTypes, extraEventTypes } from '@tillgate/domain/outbox';
import { choice, optional, required, requiredChoice } from './fields.ts';

// Options that several commands have.
export const app = required('--app <id>', 'application ID');
export const env = requiredChoice('--env <environment>', 'environment of the application', Object.values(Environment));
export const eitherEnv = choice('--env <environment>', 'environment (default: both)', Object.values(Environment));
export const day = required('--day <day>', 'a day of East Africa Time, like 2026-11-20');
export const endpointId = required('--endpoint <id>', 'endpoint ID');
export const organizationId = required('--organization <id>', 'the organization');

/** The options that name the application and environment of a verb's input. */
export const applicationOptions = { applicationId: app, environment: env };

/** The option for the length of a list. */
export function limitOption(byDefault: number) {
  return optional('--limit <number>', `maximum number, 1 to 100 (default: ${byDefault})`).as(readWholeNumber);
}

/** Shown in the help of commands that take event types. */
export const eventTypesHelp = `
Event types: ${eventTypes.join(', ')}
Extra types, only for who names them: ${extraEventTypes.join(', ')}`;

/** @throws DomainError invalid_input */
export function readEventType(option: string, text: string): EventType {
  const type = allEventTypes.find((known) => known === text.trim());
  if (type) return type;
  throw refusedOption(option, `"${text.trim()}" is not an event type`);
}

/** Reads a comma-separated list. An empty text is an empty list. @throws DomainError invalid_input */
export function readEventTypes(option: string, text: string): EventType[] {
  return text === '' ? [] : text.split(',').map((part) => readEventType(option, part));
}

/** Reads a comma-separated list of scopes. @throws DomainError invalid_input */
export function readScopes(option: string, text: string): Scope[] {
  return text.split(',').map((part) => {
    const scope = scopes.find((known) => known === part.trim());
    if (scope) return scope;
    throw refusedOption(option, `"${part.trim()}" is not a scope; the scopes are ${scopes.join(', ')}`);
  });
}

/** The user IDs of members whose email addresses an option lists. `otherwise` follows an unknown one. @throws DomainError invalid_input */
export function memberIds(
  option: string,
  text: string,
  members: readonly { email: string; userId: string }[],
  otherwise: string,
): string[] {
  return text.split(',').map((part) => {
    const email = part.trim().toLowerCase();
    const member = members.find((each) => each.email === email);
    if (member) return member.userId;
    throw refusedOption(option, `"${email}" ${otherwise}`);
  });
}

/** Reads a comma-separated list of addresses and ranges. @throws DomainError invalid_input */
export function readAddresses(option: string, text: string): string[] {
  const result = ipListSchema.safeParse(text.split(','));
  if (result.success) return result.data;
  throw refusedOption(option, result.error.issues[0]?.message ?? 'is not valid');
}

/** @throws DomainError invalid_input */
export function readWholeNumber(option: string, text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw refusedOption(option, 'must be a whole number');
  return Number(text);
}

/** Returns the error for an invalid option. */
export function refusedOption(option: string, message: string): DomainError {
  return new DomainError('invalid_input', `${option}: ${message}.`, { issues: [plainIssue(option, message)] });
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
