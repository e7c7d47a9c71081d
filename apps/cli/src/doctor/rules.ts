import type { Database } from '@tillgate/db';
import { findUnusablePatterns } from '@tillgate/domain/c2b';
import { type Part, reasonOf } from './part.ts';

const namedMax = 5;

/** Examines the stored reference patterns: one that cannot be used refuses offline payments. */
export async function examineRules(db: Database): Promise<Part> {
  try {
    const found = await findUnusablePatterns({ db });
    if (found.length === 0) return { part: 'rules', ok: true, detail: 'Every reference pattern can be used.' };
    const named = found
      .slice(0, namedMax)
      .map(({ applicationId, environment, problem }) => `${applicationId} (${environment}) ${problem}`);
    const more = found.length > namedMax ? ` And ${found.length - namedMax} more.` : '';
    const detail = `Change these reference patterns, which refuse offline payments: ${named.join('; ')}.${more}`;
    return { part: 'rules', ok: false, detail };
  } catch (error) {
    return { part: 'rules', ok: false, detail: `The validation rules could not be read: ${reasonOf(error)}` };
  }
}
