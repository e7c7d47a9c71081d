import type { ExportList, ExportModel, Prisma, Role } from '@tillgate/db';
import { type NewMail, oneLine, writeMails } from '../mails/index.ts';
import { may } from '../organizations/index.ts';
import { exportSources } from '../reading/exports/index.ts';
import { formatNames, keptDays, listNames } from './export.ts';

type Db = Pick<Prisma.TransactionClient, 'membership' | 'application' | 'mail' | 'exportSchedule'>;

const nameCharactersMax = 100;

/**
 * Writes a mail with a link to the file to whoever asked for it, or to the readers of its schedule. The file itself never leaves by mail: the link asks
 * for a sign-in. People who may no longer read it get none.
 */
export async function readyMails(tx: Db, row: ExportModel, at: Date, dashboardUrl?: string): Promise<void> {
  const rows = row.rowCount.toLocaleString('en');
  const what = `${rows} ${listNames[row.list]}`;
  await tell(tx, row, at, (place) => ({
    subject: `Your export of ${what} is ready`,
    text: `The ${formatNames[row.format]} file with ${what} of ${place} is ready.

${whereToFind(row, dashboardUrl)}

You can download it for ${keptDays} days. Its SHA-256 is shown beside it.
`,
  }));
}

/** Tells whoever asked for an export that there will be no file. */
export async function failedMails(tx: Db, row: ExportModel, at: Date, dashboardUrl?: string): Promise<void> {
  const list = listNames[row.list];
  const link = dashboardUrl === undefined ? '' : `\n\nMake another one:\n${dashboardUrl}/a/${placeOf(row)}`;
  await tell(tx, row, at, (place) => ({
    subject: `Your export of ${list} failed`,
    text: `The export of ${list} of ${place} failed: ${row.error}${link}\n`,
  }));
}

function whereToFind(row: ExportModel, dashboardUrl: string | undefined): string {
  if (dashboardUrl === undefined) return `Sign in to the dashboard to download it. Export: ${row.id}`;
  return `Download it, after you have signed in:\n${dashboardUrl}/api/exports/${placeOf(row)}/${row.id}`;
}

const placeOf = ({ applicationId, environment }: ExportModel) => `${applicationId}/${environment}`;

async function tell(
  tx: Db,
  row: ExportModel,
  at: Date,
  mailOf: (place: string) => Pick<NewMail, 'subject' | 'text'>,
): Promise<void> {
  const userIds = await recipientsOf(tx, row);
  const members = await tx.membership.findMany({
    where: {
      userId: { in: userIds },
      user: { disabledAt: null },
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
    dedupeKey: `export:${row.id}:${userId}`,
  }));
  await writeMails(tx, mails, at);
}

/** Whether a member with this role may export the list. */
export function mayRead(role: Role, list: ExportList): boolean {
  return may(role, 'exports.use') && may(role, exportSources[list].permission);
}

/** Whoever the schedule names, or whoever asked. */
async function recipientsOf(tx: Db, { requestedBy, scheduleId }: ExportModel): Promise<string[]> {
  const schedule = scheduleId && (await tx.exportSchedule.findUnique({ where: { id: scheduleId } }));
  if (schedule) return schedule.userIds;
  return requestedBy.startsWith('user:') ? [requestedBy.slice('user:'.length)] : [];
}
