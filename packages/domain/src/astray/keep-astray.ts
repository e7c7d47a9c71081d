import type { PostedCallback } from '../inbox/index.ts';
import { bodyHash } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { toldBy } from './astray.ts';
import { insertAstray } from './statements.ts';

/**
 * Keeps a callback from the provider's addresses whose payment the database does not know.
 * @param whenOpen only while a gap is open
 * @returns whether it is kept
 */
export async function keepAstray(
  { db, log, provider }: Pick<Context, 'db' | 'log'> & Pick<WithProvider, 'provider'>,
  posted: PostedCallback,
  whenOpen: boolean,
): Promise<boolean> {
  // A validation asks whether somebody may pay. It tells of no money.
  if (posted.kind === 'c2b_validation') return false;
  const told = toldBy(provider, posted);
  const isKept = await insertAstray(db.pool, { ...posted, ...told, bodyHash: bodyHash(posted.body) }, whenOpen);
  if (isKept)
    log.warn(
      { callbackId: posted.id, kind: posted.kind, receipt: told.receipt },
      'A callback is kept until its payment is known.',
    );
  return isKept;
}
