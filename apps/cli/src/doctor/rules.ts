import type { Database } from '@tillgate/db';
import { findUnusablePatterns } from '@tillgate/domain/c2b';
import { checkPhoneLists, createPhoneHash } from '@tillgate/domain/guards';
import { type Part, reasonOf } from './part.ts';

const namedMax = 5;

/**
 * Examines the stored rules: a reference pattern that cannot be used refuses offline payments, and a number on a list that
 * was added under another key gets prompts.
 */
export async function examineRules(db: Database, phoneHashKey: string | undefined): Promise<Part> {
  try {
    const found = [await patternsProblem(db), ...(await listProblems(db, phoneHashKey))].filter((text) => text !== '');
    if (found.length > 0) return { part: 'rules', ok: false, detail: found.join(' ') };
    return { part: 'rules', ok: true, detail: 'Every reference pattern can be used.' };
  } catch (error) {
    return { part: 'rules', ok: false, detail: `The rules could not be read: ${reasonOf(error)}` };
  }
}

async function patternsProblem(db: Database): Promise<string> {
  const found = await findUnusablePatterns({ db });
  if (found.length === 0) return '';
  const named = found
    .slice(0, namedMax)
    .map(({ applicationId, environment, problem }) => `${applicationId} (${environment}) ${problem}`);
  const more = found.length > namedMax ? ` And ${found.length - namedMax} more.` : '';
  return `Change these reference patterns, which refuse offline payments: ${named.join('; ')}.${more}`;
}

async function listProblems(db: Database, key: string | undefined): Promise<string[]> {
  const { stopped, listed } = await checkPhoneLists({ db }, key === undefined ? undefined : createPhoneHash(key));
  const why = key === undefined ? 'PHONE_HASH_KEY is not set here' : 'they were added under another PHONE_HASH_KEY';
  const problem = ({ count, foreign }: typeof stopped, where: string, harm: string) =>
    foreign === 0 ? '' : `${foreign} of ${count} numbers on ${where} cannot be recognised, because ${why}. ${harm}`;
  return [
    problem(stopped, 'the stop list', 'Where a process has no other key, they get prompts.'),
    problem(listed, 'lists of applications', 'Where a process has no other key, these entries count for nothing.'),
  ];
}
