import type { Context, WithDashboardUrl, WithObjectStore } from '@tillgate/domain';
import { uploadExport } from '@tillgate/domain/exports';
import type { Inngest } from 'inngest';
import { on } from '../on.ts';

type UploadContext = Context & WithObjectStore & Partial<WithDashboardUrl>;

/** Each holds a few parts of 8 MiB in memory. */
const concurrentUploadsMax = 2;

/** On `upload.due`, makes one attempt to upload the file to its bucket. A sweep repeats the signal for the next attempt. */
export function uploadExportFunction(inngest: Inngest, ctx: UploadContext) {
  return inngest.createFunction(
    { id: 'upload-export', triggers: [on('upload.due')], retries: 0, concurrency: { limit: concurrentUploadsMax } },
    async ({ event, step }) => {
      const { uploadId } = event.data;
      await step.run('upload', () => uploadExport(ctx, { uploadId }));
    },
  );
}
