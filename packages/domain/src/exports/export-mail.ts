import type { ExportList, ExportModel, Prisma, Role } from '@tillgate/db';
import { mailReaders, type NewMail, oneLine, writeMails } from '../mails/index.ts';
import { may } from '../organizations/index.ts';
import { exportSources } from '../reading/exports/index.ts';
import { formatNames, keptDays, listNames } from './export.ts';

type Db = Pick<Prisma.TransactionClient, 'membership' | 'application' | 'mail' | 'exportSchedule'>;

const nameCharactersMax = 100;

/**
 * Emails a link to the file to the person who requested it, or to the readers of its schedule. The email never contains
 * the file, and the link requires a sign-in. People who may no longer read it get no email.
 */
export async function readyMails(tx: Db, row: ExportModel, at: Date, dashboardUrl?: string): Promise<void> {
  const rows = row.rowCount.toLocaleString('en');
  const what = `${rows} ${listNames[row.list]}`;
  const userIds = await readersOf(tx, row);
  await notify(tx, row, { userIds, at }, (place) => ({
    subject: `Your export of ${what} is ready`,
    text: `The ${formatNames[row.format]} file with ${what} of ${place} is ready.

${whereToFind(row, dashboardUrl)}

You can download it for ${keptDays} days. Its SHA-256 checksum is shown next to it.
`,
  }));
}

/** Emails the person who requested an export that it failed. */
export async function failedMails(tx: Db, row: ExportModel, at: Date, dashboardUrl?: string): Promise<void> {
  const list = listNames[row.list];
  const link = dashboardUrl === undefined ? '' : `\n\nRequest another export:\n${dashboardUrl}/a/${placeOf(row)}`;
  const userIds = await responsibleOf(tx, row);
  await notify(tx, row, { userIds, at }, (place) => ({
    subject: `Your export of ${list} failed`,
    text: `The export of ${list} of ${place} failed: ${row.error}${link}\n`,
  }));
}

type UploadNews = { uploadId: string; news: 'late' | 'failed'; error: string; at: Date };

/** Emails the readers of a schedule, or the person who made it, that a file could not be uploaded. */
export async function uploadMails(
  tx: Db,
  row: ExportModel,
  { uploadId, news, error, at }: UploadNews,
  dashboardUrl?: string,
): Promise<void> {
  const list = listNames[row.list];
  const follows = {
    late: `Tillgate tries again until it removes the file after ${keptDays} days. You can download the file until then.`,
    failed: 'Tillgate does not try again. If you need the rows, export them again.',
  }[news];
  const link = dashboardUrl === undefined ? '' : `\n\nBuckets:\n${dashboardUrl}/a/${placeOf(row)}/exports?show=buckets`;
  const userIds = await responsibleOf(tx, row);
  await notify(tx, row, { userIds, at, key: `upload:${uploadId}:${news}` }, (place) => ({
    subject: `Your export of ${list} could not be uploaded to its bucket`,
    text: `The file with ${list} of ${place} could not be uploaded to its bucket: ${error}

${follows}${link}
`,
  }));
}

function whereToFind(row: ExportModel, dashboardUrl: string | undefined): string {
  if (dashboardUrl === undefined) return `Sign in to the dashboard to download it. Export: ${row.id}`;
  return `Sign in and download it:\n${dashboardUrl}/api/exports/${placeOf(row)}/${row.id}`;
}

const placeOf = ({ applicationId, environment }: ExportModel) => `${applicationId}/${environment}`;

async function notify(
  tx: Db,
  row: ExportModel,
  { userIds, at, key = `export:${row.id}` }: { userIds: string[]; at: Date; key?: string },
  mailOf: (place: string) => Pick<NewMail, 'subject' | 'text'>,
): Promise<void> {
  const members = await tx.membership.findMany({
    where: {
      userId: { in: userIds },
      user: mailReaders('exports'),
      organization: { applications: { some: { id: row.applicationId } } },
    },
    select: { userId: true, role: true, user: { select: { email: true } } },
  });
  const readers = members.filter(({ role }) => mayRead(role, row.list));
  if (readers.length === 0) return;
  const application = await tx.application.findUnique({ where: { id: row.applicationId }, select: { name: true } });
  const place = `${oneLine(application?.name ?? '', nameCharactersMax)} (${row.environment})`;
  const mails = readers.map(({ userId, user }) => ({
    to: user.email,
    ...mailOf(place),
    dedupeKey: `${key}:${userId}`,
  }));
  await writeMails(tx, mails, at);
}

/** Whether a member with this role may export the list. */
export function mayRead(role: Role, list: ExportList): boolean {
  return may(role, 'exports.use') && may(role, exportSources[list].permission);
}

/**
 * The recipients of the schedule, or the person who requested the export. A schedule with a bucket may have no
 * recipients.
 */
async function readersOf(tx: Db, row: ExportModel): Promise<string[]> {
  const { scheduleId } = row;
  const schedule = scheduleId && (await tx.exportSchedule.findUnique({ where: { id: scheduleId } }));
  return schedule ? schedule.userIds : personOf(row);
}

/** The recipients of failure emails: the readers, or else the person who requested the export. */
async function responsibleOf(tx: Db, row: ExportModel): Promise<string[]> {
  const readers = await readersOf(tx, row);
  return readers.length > 0 ? readers : personOf(row);
}

function personOf({ requestedBy }: ExportModel): string[] {
  return requestedBy.startsWith('user:') ? [requestedBy.slice('user:'.length)] : [];
}
