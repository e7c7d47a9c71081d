import { join } from 'node:path';
import type { Log } from '@tillgate/domain';
import { type CallbackSpool, noSpool, type WithInbox } from '@tillgate/domain/inbox';
import { openFileSpool } from './file-spool.ts';

type SpoolEnv = { DATA_DIR: string; PUBLIC_BASE_URL: string };
type SpoolUses = Pick<WithInbox, 'isProviderAddress'> & {
  log: Log;
  /** Called for each callback that the disk did not take. */
  refused?: (() => void) | undefined;
};

/**
 * Opens the spool in `DATA_DIR`. Without a directory to write, an API with a public https address does not start: it
 * would lose news of money. Another one warns and runs without a spool.
 * @throws Error a sentence for the operator
 */
export async function openSpool(
  env: SpoolEnv,
  { refused, ...uses }: SpoolUses,
): Promise<{ spool: CallbackSpool; asideCount(): number }> {
  const directory = join(env.DATA_DIR, 'spool');
  try {
    const spool = await openFileSpool({ directory, ...uses });
    return { spool: telling(spool, refused), asideCount: spool.asideCount };
  } catch (error) {
    const sentence = `DATA_DIR: the API cannot write to ${directory}, where callbacks wait while the database is unavailable.`;
    if (env.PUBLIC_BASE_URL.startsWith('https://')) throw new Error(sentence, { cause: error });
    uses.log.warn({ err: error }, `${sentence} Callbacks are refused while the database is unavailable.`);
    return { spool: telling(noSpool, refused), asideCount: () => 0 };
  }
}

function telling(spool: CallbackSpool, refused: SpoolUses['refused']): CallbackSpool {
  return {
    ...spool,
    keep: (posted) =>
      spool.keep(posted).catch((error: unknown) => {
        refused?.();
        throw error;
      }),
  };
}
