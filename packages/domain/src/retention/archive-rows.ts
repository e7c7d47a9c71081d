import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Archive } from '../ports/ports.ts';
import type { RetentionKind } from './retention.ts';

/** The archive failed, so the rows are not removed. */
class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/**
 * Writes rows to the archive as a file `<kind>/<id>.ndjson`. Ids are ordered by time.
 * @throws Error when the archive fails
 */
export async function archiveRows(archive: Archive, kind: RetentionKind, ndjson: string): Promise<void> {
  const fileName = `${uuidv7()}.ndjson`;
  const content = Buffer.from(`${ndjson}\n`);
  const answer = await archive({
    key: `${kind}/${fileName}`,
    fileName,
    contentType: 'application/x-ndjson',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    async *parts() {
      yield content;
    },
  });
  if (answer.kind === 'failed')
    throw new ArchiveError(`The archive did not take old rows, so they are kept: ${answer.reason}`);
}
