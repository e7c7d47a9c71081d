import type { BucketAccess } from '@tillgate/domain';
import { addBucketSchema, folderOf } from '@tillgate/domain/buckets';
import { z } from 'zod';

/** Where retention puts what it removes. None set: there is no archive. */
const variables = {
  bucket: 'ARCHIVE_BUCKET',
  region: 'ARCHIVE_REGION',
  endpoint: 'ARCHIVE_ENDPOINT',
  prefix: 'ARCHIVE_PREFIX',
  accessKeyId: 'ARCHIVE_ACCESS_KEY_ID',
  secretAccessKey: 'ARCHIVE_SECRET_ACCESS_KEY',
} as const;
type Variable = (typeof variables)[keyof typeof variables];

/** A bucket, and the folder in it. */
export type ArchivePlace = { access: BucketAccess; folder: string };

/** Where the archive is, by the rules of every bucket; problems go to `issues`. Undefined when there is none. */
export function readArchive(
  env: { [each in Variable]?: string | undefined },
  issues: z.RefinementCtx,
): ArchivePlace | undefined {
  const named = Object.entries(variables).map(([field, name]) => [field, env[name]] as const);
  const given = named.filter(([, value]) => value);
  if (given.length === 0) return undefined;
  const read = addBucketSchema.safeParse({ name: 'archive', ...Object.fromEntries(given) });
  if (!read.success) {
    for (const { path, message } of read.error.issues) {
      const name = variables[path[0] as keyof typeof variables];
      issues.addIssue({ code: 'custom', path: [name], message: env[name] ? message : 'is needed by the archive' });
    }
    return z.NEVER;
  }
  const { name: _, prefix, pathStyle = read.data.endpoint !== null, ...bucket } = read.data;
  // The operator chose the server, so it may be a private one.
  return { access: { environment: 'sandbox', ...bucket, pathStyle }, folder: folderOf(prefix) };
}
