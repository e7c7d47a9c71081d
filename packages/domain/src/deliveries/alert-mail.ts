import { dayMs } from '../kernel/time.ts';
import { oneLine, subjectCharactersMax } from '../mails/index.ts';
import type { AlertSubject } from './alert-statements.ts';
import { attemptDelaysMs, failingDaysMax, jitterMax } from './delivery.ts';

/** The alerts about an endpoint: it fails, half of the time until it is disabled has passed, or it is disabled. */
export type Alert =
  | { kind: 'failing' | 'half'; endpointId: string; failingSince: Date; error: string; at: Date }
  | { kind: 'disabled'; endpointId: string; reason: string; failingSince: Date | null; at: Date };

/** How long a delivery is retried, so a delivery that fails today may be this old. Recoveries select by creation time. */
const scheduleMs = attemptDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0) * (1 + jitterMax);
const recoveredDays = Math.ceil(scheduleMs / dayMs);
const wordsCharactersMax = 300;
const nameCharactersMax = 100;

/** The email of an alert, plain text. It shows the endpoint's URL without the query string, which may hold a secret. */
export function renderAlert(alert: Alert, subject: AlertSubject): { subject: string; text: string } {
  const { host, pathname } = new URL(subject.url);
  const application = `${oneLine(subject.applicationName, nameCharactersMax)} (${subject.environment})`;
  const since = alert.failingSince ?? alert.at;
  const facts = [
    `Application: ${application}`,
    `Endpoint: ${host}${pathname}`,
    `Endpoint id: ${alert.endpointId}`,
    `Failing since: ${inBothZones(since)}`,
    alert.kind === 'disabled' ? `Reason: ${words(alert.reason)}` : `Last error: ${words(alert.error)}`,
  ];
  const paragraphs = [happened[alert.kind], facts.join('\n'), whatFollows(alert, since), whatToDo(alert, since), notes];
  return {
    subject: oneLine(`${titles[alert.kind]}: ${host}, ${application}`, subjectCharactersMax),
    text: `${paragraphs.join('\n\n')}\n`,
  };
}

const titles: Record<Alert['kind'], string> = {
  failing: 'Webhooks fail',
  half: 'Webhooks still fail',
  disabled: 'Webhook endpoint disabled',
};

const happened: Record<Alert['kind'], string> = {
  failing: 'Your webhook endpoint does not acknowledge the events that Tillgate sends to it.',
  half: 'Your webhook endpoint still does not acknowledge the events that Tillgate sends to it. Half of the time until it is disabled has passed.',
  disabled: 'Tillgate has disabled your webhook endpoint.',
};

function whatFollows({ kind, at }: Alert, since: Date): string {
  if (kind === 'disabled') {
    return `It was disabled on ${inBothZones(at)}. It receives no more events, and its waiting deliveries were cancelled. They are kept, and you can send them again.`;
  }
  const disabledAt = new Date(since.getTime() + failingDaysMax * dayMs);
  return `Tillgate keeps trying. The endpoint will be disabled on ${inBothZones(disabledAt)} unless it acknowledges a delivery before then.`;
}

function whatToDo({ kind, endpointId }: Alert, since: Date): string {
  const enable = command(`enable --endpoint ${endpointId}`);
  const recover = command(
    `recover --endpoint ${endpointId} --since ${wholeMinute(since.getTime() - recoveredDays * dayMs)}`,
  );
  const repair = 'Fix the receiver: it must answer each POST with a status from 200 to 299 within 15 seconds.';
  return kind === 'disabled'
    ? `${repair} Then enable the endpoint and resend what it missed:\n\n${enable}\n${recover}`
    : `${repair} Then resend what it missed:\n\n${recover}`;
}

const notes = `The time is ${recoveredDays} days before the failures began, because a delivery is retried for that long. Delivered events are not sent again. The commands run where Tillgate is installed. If you have no access there, ask its operator.`;

const command = (rest: string) => `  npm run -s tillgate -- endpoint ${rest}`;

const words = (text: string) => oneLine(text, wordsCharactersMax) || 'unknown';

/** Without seconds, because people type it. Slightly early is harmless. */
function wholeMinute(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16)}:00Z`;
}

/** The Swedish locale formats dates as ISO 8601. */
const clocks = ['Africa/Nairobi', 'UTC'].map(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/** e.g. `2026-03-01 13:00 in Nairobi (2026-03-01 10:00 UTC)` */
function inBothZones(time: Date): string {
  const [nairobi, utc] = clocks.map((clock) => clock.format(time));
  return `${nairobi} in Nairobi (${utc} UTC)`;
}
