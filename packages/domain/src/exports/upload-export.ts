import { createHash } from 'node:crypto';
import type { ExportModel, UploadStatus } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import {
  type ClaimedUpload,
  claimAt,
  claimUpload,
  newsOf,
  nextAttempt,
  recordUpload,
  testFile,
} from '../buckets/index.ts';
import type { Context, WithDashboardUrl, WithObjectStore } from '../kernel/context.ts';
import type { ObjectStoreAnswer } from '../ports/ports.ts';
import { bucketKeyPlace } from '../sealing/index.ts';
import { type ExportFile, fileOf } from './export-file.ts';
import { uploadMails } from './export-mail.ts';

type UploadContext = Context & WithObjectStore & Partial<WithDashboardUrl>;

/** What goes into the bucket, and of which export. */
/** The uploaded file, without its manifest. */
type Upload = Omit<ExportFile, 'manifest'>;
type Source = { file: Upload | undefined; row: ExportModel | null };

/**
 * Uploads a due file to its bucket. Several workers may run it at once: only the one with the claim uploads. After a
 * crash between upload and record, the file is uploaded again under the same name. The sweep starts the next attempt.
 * @returns the upload's status after the attempt; undefined when no attempt was due
 */
export async function uploadExport(
  ctx: UploadContext,
  { uploadId }: { uploadId: string },
): Promise<UploadStatus | undefined> {
  const startedAt = ctx.clock.now();
  const claim = await claimUpload(ctx.db.pool, uploadId, claimAt(startedAt));
  if (!claim) return undefined;
  const source = await sourceOf(ctx, claim, startedAt);
  const answer = await store(ctx, claim, source.file);
  const now = ctx.clock.now();
  const attempt = claim.attemptCount + 1;
  const next = nextAttempt(attempt, answer, { now, until: source.file ? (source.row?.expiresAt ?? null) : null });
  const bytes = next.status === 'uploaded' ? (source.file?.bytes ?? null) : null;
  const isRecorded = await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await recordUpload(tx, claim, { ...next, bytes, at: now }))) return false;
    const { row } = source;
    if (!row) return true;
    if (next.status !== 'due') {
      const { applicationId, environment, id: subjectId, list } = row;
      const detail = { environment, list, bucketId: claim.bucketId, error: next.error };
      const action = next.status === 'uploaded' ? 'export.uploaded' : 'export.upload_failed';
      await audit(tx, { actor: 'system', action, subjectId, applicationId, detail, at: now });
    }
    const news = newsOf(next.status, attempt);
    if (news) await uploadMails(tx, row, { uploadId, news, error: next.error ?? '', at: now }, ctx.dashboardUrl);
    return true;
  });
  if (!isRecorded) return undefined;
  if (next.error !== null) ctx.log.warn({ uploadId, attempt, status: next.status }, 'A file was not uploaded.');
  return next.status;
}

async function sourceOf(ctx: UploadContext, { exportId }: ClaimedUpload, now: Date): Promise<Source> {
  if (exportId === null) return { row: null, file: fileThatTests() };
  const row = await ctx.db.prisma.export.findUnique({ where: { id: exportId } });
  return { row, file: row ? fileOf(ctx, row, now) : undefined };
}

function fileThatTests(): Upload {
  const content = Buffer.from(testFile.text);
  return {
    fileName: testFile.name,
    contentType: 'text/plain; charset=utf-8',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    async *parts() {
      yield content;
    },
  };
}

/** A secret that cannot be opened is retried, because the operator can correct it. */
async function store(ctx: UploadContext, claim: ClaimedUpload, file: Upload | undefined): Promise<ObjectStoreAnswer> {
  if (!file) return { kind: 'failed', reason: 'The file was removed before it was uploaded.' };
  const { environment, endpoint, region, bucket, pathStyle, accessKeyId, objectKey: key } = claim;
  let secretAccessKey: string;
  try {
    secretAccessKey = ctx.open(claim.sealedSecretKey, bucketKeyPlace(claim));
  } catch (error) {
    ctx.log.error({ uploadId: claim.id, err: error }, 'The key of a bucket cannot be opened. Check SEAL_PRIVATE_KEY.');
    return { kind: 'failed', reason: 'The secret key cannot be opened. Replace the keys of the bucket.' };
  }
  const access = { environment, endpoint, region, bucket, pathStyle, accessKeyId, secretAccessKey };
  return ctx.objectStore(access, { ...file, key });
}
