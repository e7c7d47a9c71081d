import { payoutFileBytesMax } from '@tillgate/domain/batches';
import { createUploads } from '@/features/uploads/answer-upload';
import { webRefusals } from '@/refusals';
import type { ListFacts } from './send-list.ts';

/**
 * Receives the bytes of a list of payouts, and what the form says about it as JSON in the parameter `list`. Answers the batch,
 * or what a person has to choose first.
 */
export const answerList = createUploads({
  bytesMax: payoutFileBytesMax,
  tooLarge: webRefusals.listTooLarge({ max: payoutFileBytesMax / 1_000_000 }),
  busy: webRefusals.listBusy,
  lost: 'A list of payouts was not received.',
  permit: ({ batches }, tenant) => batches.permitUpload(tenant),
  async read({ batches }, tenant, params, source): Promise<object> {
    return batches.create({ ...readFacts(params.get('list')), ...tenant, source });
  },
});

/** The procedure judges every field. */
function readFacts(text: string | null): ListFacts {
  try {
    const facts: unknown = JSON.parse(text ?? '');
    return (typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? facts : {}) as ListFacts;
  } catch {
    return {} as ListFacts;
  }
}
