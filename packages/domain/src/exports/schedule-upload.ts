import type { ExportModel, Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { insertUpload, objectKeyOf } from '../buckets/index.ts';
import { exportFileName } from './export-file.ts';

const idCharacters = 8;

type Tx = Pick<Prisma.TransactionClient, 'exportSchedule' | 'exportUpload'>;

/** Queues the upload of a ready file if its schedule has a bucket, in the transaction that makes the file ready. */
export async function scheduleUpload(tx: Tx, row: ExportModel, at: Date): Promise<void> {
  if (row.scheduleId === null) return;
  const schedule = await tx.exportSchedule.findUnique({
    where: { id: row.scheduleId },
    select: { bucket: { select: { id: true, prefix: true } } },
  });
  if (!schedule?.bucket) return;
  // Two schedules of one list may put files of one day into one bucket.
  const fileName = exportFileName(row).replace('.', `-${row.id.slice(-idCharacters)}.`);
  const objectKey = objectKeyOf(schedule.bucket, fileName);
  const id = uuidv7({ msecs: at.getTime() });
  await insertUpload(tx, { id, bucketId: schedule.bucket.id, exportId: row.id, objectKey, at });
}
