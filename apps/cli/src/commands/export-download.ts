import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { downloadExport, type ExportFile } from '@tillgate/domain/exports';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption, refusedOption } from './options.ts';

type Options = TenantOptions & { export: string; out?: string };

/** Files name customers, so nobody else on the machine may read them. */
const ownerOnly = 0o600;

export function exportDownload(answer: (answer: Answer) => void): Command {
  return new Command('download')
    .description('write the file of an export that is ready')
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--export <id>', 'export ID')
    .option('--out <file>', 'where to write it (default: its own name, here); never replaces a file')
    .action(async ({ app, env, export: exportId, out }: Options) => {
      const json = await withTenant({ app, env }, async (ctx) => {
        const file = await downloadExport(ctx, { exportId });
        const path = out ?? file.fileName;
        await write(file, path);
        return { exportId, path, bytes: file.bytes, sha256: file.sha256 };
      });
      answer({ json, text: `Wrote ${json.bytes} bytes to ${json.path}. SHA-256: ${json.sha256}` });
    });
}

/** The file gets its name when it is whole and its checksum fits. @throws DomainError invalid_input */
async function write(file: ExportFile, path: string): Promise<void> {
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
