import type { ExportModel, Prisma } from '@tillgate/db';
import { type NewMail, oneLine, writeMails } from '../mails/index.ts';
import { may } from '../organizations/index.ts';
import { exportSources } from '../reading/exports/index.ts';
import { formatNames, keptDays, listNames } from './export.ts';

type Db = Pick<Prisma.TransactionClient, 'membership' | 'application' | 'mail'>;

const nameCharactersMax = 100;

/**
 * Writes a mail with a link to the file to whoever asked for it. The file itself never leaves by mail: the link asks
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
  if (!row.requestedBy.startsWith('user:')) return;
  const userId = row.requestedBy.slice('user:'.length);
  const member = await tx.membership.findFirst({
    where: { userId, user: { disabledAt: null }, organization: { applications: { some: { id: row.applicationId } } } },
    select: { role: true, user: { select: { email: true } } },
  });
  if (!member || !may(member.role, 'exports.use') || !may(member.role, exportSources[row.list].permission)) return;
  const application = await tx.application.findUnique({ where: { id: row.applicationId }, select: { name: true } });
  const place = `${oneLine(application?.name ?? '', nameCharactersMax)} (${row.environment})`;
  const dedupeKey = `export:${row.id}:${userId}`;
  await writeMails(tx, [{ to: member.user.email, ...mailOf(place), dedupeKey }], at);
}
