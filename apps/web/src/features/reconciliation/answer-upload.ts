import { fileBytesMax } from '@tillgate/domain/tables';
import { createUploads } from '@/features/uploads/answer-upload';
import { webRefusals } from '@/refusals';

/** Receives the bytes of a statement and previews or imports it, by the parameter `step`. */
export const answerUpload = createUploads({
  bytesMax: fileBytesMax,
  tooLarge: webRefusals.statementTooLarge({ max: fileBytesMax / 1_000_000 }),
  busy: webRefusals.statementBusy,
  lost: 'A statement was not received.',
  permit: ({ reconciliation }, tenant) => reconciliation.permitUpload(tenant),
  async read({ reconciliation }, tenant, params, file): Promise<object> {
    const run = params.get('step') === 'import' ? reconciliation.import : reconciliation.preview;
    const shortcode = params.get('shortcode') ?? '';
    const fileName = params.get('name') ?? '';
    const despiteName = params.get('despiteName') === 'true';
    return run({ ...tenant, shortcode, fileName, despiteName, file });
  },
});
