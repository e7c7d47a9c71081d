import { businessTimeZone } from '../kernel/business-day.ts';
import { dayMs, hourMs } from '../kernel/time.ts';
import { oneLine, subjectCharactersMax, textCharactersMax } from '../mails/index.ts';
import { reasonTitles } from '../reviews/index.ts';
import type { QueueCount } from './queue-statements.ts';

const nameCharactersMax = 100;
const cutNotice = '\n…\nThere is more in the dashboard.\n';
/** The hour in Nairobi from which the emails of a day are written. */
const fromHour = 6;

/** The day of an email, `YYYY-MM-DD`. It begins at 06:00 in Nairobi. */
export function mailDay(now: Date): string {
  const shifted = new Date(now.getTime() - fromHour * hourMs);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: businessTimeZone, dateStyle: 'short' }).format(shifted);
}

/** The daily email about the queues of one organization, plain text: counts by reason, and how old the oldest is. */
export function renderQueues(
  queues: QueueCount[],
  now: Date,
  dashboardUrl: string | undefined,
): { subject: string; text: string } {
  const total = queues.reduce((sum, { open }) => sum + open, 0);
  const placeOf = ({ applicationId, environment }: QueueCount) => `${applicationId}/${environment}`;
  const parts = [...new Set(queues.map(placeOf))].map((place) => {
    const rows = queues.filter((queue) => placeOf(queue) === place);
    return sectionOf(place, rows, now, dashboardUrl);
  });
  const what = total === 1 ? '1 review waits for a person' : `${total} reviews wait for a person`;
  const text = [
    `${what}. Tillgate cannot decide these on its own.`,
    ...parts,
    'You get this email once a day while a review waits.',
  ].join('\n\n');
  return { subject: oneLine(`Tillgate: ${what}`, subjectCharactersMax), text: bounded(`${text}\n`) };
}

function sectionOf(place: string, rows: QueueCount[], now: Date, dashboardUrl: string | undefined): string {
  const [first] = rows;
  const oldest = Math.min(...rows.map(({ oldestAt }) => oldestAt.getTime()));
  const where = dashboardUrl ? `${dashboardUrl}/a/${place}/reviews` : 'Sign in to the dashboard and open Reviews.';
  return [
    `${oneLine(first?.applicationName ?? '', nameCharactersMax)} (${first?.environment})`,
    ...rows.map(({ reason, open }) => `  ${open} × ${reasonTitles[reason]}`),
    `  The oldest has waited for ${ageOf(now.getTime() - oldest)}.`,
    `  ${where}`,
  ].join('\n');
}

function ageOf(ms: number): string {
  const days = Math.floor(ms / dayMs);
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`;
  const hours = Math.floor(ms / hourMs);
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`;
  return 'less than an hour';
}

function bounded(text: string): string {
  return text.length <= textCharactersMax ? text : text.slice(0, textCharactersMax - cutNotice.length) + cutNotice;
}
