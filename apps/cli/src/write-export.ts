import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ExportFile } from '@tillgate/domain/exports';
import { refusedOption } from './options.ts';

/** Files name customers, so only the owner may read them. */
const ownerOnly = 0o600;

/** The file gets its name when it is whole and its checksum fits. @throws DomainError invalid_input */
export async function writeExport(file: ExportFile, path: string): Promise<void> {
  if (await exists(path)) throw refusedOption('--out', `there is a file ${path} already`);
  const partial = `${path}.part`;
  const hash = createHash('sha256');
  try {
    await pipeline(
      file.parts(),
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part);
          yield part;
        }
      },
      createWriteStream(partial, { mode: ownerOnly }),
    );
    if (hash.digest('hex') !== file.sha256) throw new Error('The checksum of the file is wrong. Download it again.');
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
