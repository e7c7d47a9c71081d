import { Readable } from 'node:stream';
import { downloadExport } from '@tillgate/domain/exports';
import { answerFile, type TenantAddress } from '@/answer-file';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';

/** The place of a file in the address, as it came. */
export type FileAddress = TenantAddress & { exportId: string };

/**
 * Sends the file of an export to a member who may read it. It is read a part at a time, as fast as the browser takes it.
 */
export function answerDownload(
  deps: Deps,
  person: Person | undefined,
  { exportId, ...address }: FileAddress,
): Promise<Response> {
  return answerFile(deps, person, {
    path: ['/api/exports', address, exportId],
    failure: 'a download failed',
    async make(ctx) {
      const file = await downloadExport(ctx, { exportId });
      const parts = Readable.toWeb(Readable.from(file.parts(), { objectMode: true, highWaterMark: 1 }));
      const digest = Buffer.from(file.sha256, 'hex').toString('base64');
      return {
        // The stream of Node and the one of the browser are the same thing under two names.
        body: parts as ReadableStream<Uint8Array>,
        headers: {
          'content-type': file.contentType,
          'content-length': String(file.bytes),
          // The name has letters, digits, dashes and one dot only.
          'content-disposition': `attachment; filename="${file.fileName}"`,
          'repr-digest': `sha-256=:${digest}:`,
          'accept-ranges': 'none',
        },
      };
    },
  });
}

/** Sends what the file of an export says about itself: the sidecar of a CSV file, which has rows alone. */
export function answerManifest(
  deps: Deps,
  person: Person | undefined,
  { exportId, ...address }: FileAddress,
): Promise<Response> {
  return answerFile(deps, person, {
    path: ['/api/exports', address, `${exportId}/manifest`],
    failure: 'a download failed',
    async make(ctx) {
      const { fileName, manifest } = await downloadExport(ctx, { exportId });
      return {
        body: manifest,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${fileName}.manifest.json"`,
        },
      };
    },
  });
}
