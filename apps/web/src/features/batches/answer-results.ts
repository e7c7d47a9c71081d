import { printBatch } from '@tillgate/domain/exports';
import { answerFile, type TenantAddress } from '@/answer-file';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import type { Locale } from '@/i18n/locale';
import { batchWordsOf } from '@/say/batch-words';
import { batchFileCost } from '@/trpc/procedure-limits';

/** The place of a batch in the address, as it came. */
export type BatchAddress = TenantAddress & { batchId: string };

/** Sends the results of a batch as a PDF to a member who may have them, in their language. */
export function answerResults(
  deps: Deps,
  person: Person | undefined,
  { batchId, ...address }: BatchAddress,
  locale: Locale,
): Promise<Response> {
  return answerFile(deps, person, {
    path: ['/api/payout-batches', address, batchId],
    failure: 'the results of a batch could not be printed',
    cost: batchFileCost,
    async make(ctx) {
      const printed = await printBatch(ctx, { batchId }, { words: batchWordsOf[locale], language: locale });
      return {
        body: Buffer.from(printed.file),
        headers: {
          'content-type': 'application/pdf',
          'content-length': String(printed.file.length),
          // The id has digits, letters and dashes only: it was read.
          'content-disposition': `attachment; filename="tillgate-batch-${printed.batchId}.pdf"`,
        },
      };
    },
  });
}
