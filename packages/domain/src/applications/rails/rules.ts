import type { Environment } from '@tillgate/db';
import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import type { RailAccount } from '../../rails/index.ts';

const secretLengthMax = 500;

/** A secret of one line. Messages never repeat the value. */
export const plainSecret = z
  .string({ error: issues.text })
  .min(1, { error: issues.empty })
  .max(secretLengthMax, { error: issues.tooLong({ max: secretLengthMax }) })
  .regex(/^[\x21-\x7e]*$/, { error: issues.plainCharacters });

/** A stored account, its secrets opened. */
export type OpenedRow = {
  environment: Environment;
  number: string;
  askedSince: Date;
  settings: unknown;
  secrets: Readonly<Record<string, string>>;
};

/** What people set up for an account at one network, and how it is read back. */
export type AccountRules<Account extends RailAccount = RailAccount> = {
  /** The number by which people know the account. */
  number: z.ZodType<string>;
  /** What is no secret, with its defaults. */
  settings: z.ZodObject;
  secrets: Readonly<Record<string, z.ZodType<string>>>;
  /** The secrets that no account works without. The others may be removed again. */
  needed: readonly string[];
  /** Secrets that work only with each other. */
  together: readonly (readonly [string, string])[];
  /** Secrets that come as several lines. */
  withLines: readonly string[];
  /** What each secret and setting serves, in the order in which people fill them in. */
  purposes: Readonly<Record<string, readonly string[]>>;
  /** The secret that says whose account it is: who has another one asks as another client. */
  client: string;
  read(row: OpenedRow): Account;
};
