import type { NotedKey } from '@tillgate/domain/idempotency';
import { z } from 'zod';

const schema = z
  .tuple([
    z.iso.datetime(),
    z.uuid(),
    z.enum(['sandbox', 'production']),
    z.enum(['collect', 'payout', 'reversal', 'link', 'batch']),
    z.string(),
    z.string(),
  ])
  .transform(([at, applicationId, environment, endpoint, key, fingerprint]): NotedKey => {
    return { at: new Date(at), applicationId, environment, endpoint, key, fingerprint };
  });

/** A line of the journal. It begins a new one, because a full disk may have taken half of the line before. */
export function writeNoted({ at, applicationId, environment, endpoint, key, fingerprint }: NotedKey): Buffer {
  return Buffer.from(`\n${JSON.stringify([at, applicationId, environment, endpoint, key, fingerprint])}`);
}

/** Reads what {@link writeNoted} made. Undefined for anything else: a killed process leaves half a line. */
export function readNoted(line: string): NotedKey | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
