import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Passes bytes on and hashes them. */
export function hashing(): Transform & { sha256(): string } {
  const hash = createHash('sha256');
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return Object.assign(through, { sha256: () => hash.digest('hex') });
}

/** Reads to the end, and drops it. */
export async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

export async function hashFile(file: string): Promise<string> {
  const hash = hashing();
  await pipeline(createReadStream(file), hash, drain);
  return hash.sha256();
}
