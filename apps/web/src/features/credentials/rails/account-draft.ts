import type { AccountField, RailStatus } from '../types.ts';

/** The typed values. The server keeps a secret whose field is empty, and removes those that are `removed`. */
export type AccountDraft = {
  number: string;
  settings: Record<string, string | boolean>;
  secrets: Record<string, string>;
  removed: readonly string[];
};

type Account = Pick<RailStatus, 'account' | 'parts'>;
type Changes = {
  number?: string;
  settings?: Record<string, string | boolean>;
  secrets?: Record<string, string | null>;
};

const fieldsOf = ({ parts }: Account): AccountField[] => parts.flatMap(({ fields }) => fields);

export function draftOf(status: Account): AccountDraft {
  const settings = fieldsOf(status).flatMap((field) =>
    field.of === 'settings' ? [[field.name, status.account?.settings[field.name] ?? field.preset] as const] : [],
  );
  return {
    number: status.account?.number ?? '',
    settings: Object.fromEntries(settings),
    secrets: {},
    removed: [],
  };
}

/** The fields to send: those that differ from what is stored. */
export function changesOf({ number, settings, secrets, removed }: AccountDraft, status: Account): Changes {
  const before = draftOf(status);
  const changed = Object.entries(settings).filter(([name, value]) => value !== before.settings[name]);
  const typed = Object.entries(secrets).flatMap(([name, value]) =>
    value.trim() === '' || removed.includes(name) ? [] : [[name, value.trim()] as const],
  );
  const given = [...typed, ...removed.map((name) => [name, null] as const)];
  const isOtherNumber = number.trim() !== '' && number.trim() !== before.number;
  return {
    ...(isOtherNumber && { number: number.trim() }),
    ...(changed.length > 0 && { settings: Object.fromEntries(changed) }),
    ...(given.length > 0 && { secrets: Object.fromEntries(given) }),
  };
}

/** Marks a stored secret for removal, or no more, together with the one that works only with it. */
export function toggleRemoved(draft: AccountDraft, field: AccountField, status: Account): AccountDraft {
  if (field.of !== 'secrets') return draft;
  const stored = status.account?.secretsSet ?? [];
  const both = [field.name, ...(field.beside !== null && stored.includes(field.beside) ? [field.beside] : [])];
  const others = draft.removed.filter((name) => !both.includes(name));
  return { ...draft, removed: draft.removed.includes(field.name) ? others : [...others, ...both] };
}
