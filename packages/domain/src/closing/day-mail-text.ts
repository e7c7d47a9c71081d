import type { Environment } from '@tillgate/db';
import { oneLine } from '../mails/index.ts';
import { eatText, filled } from '../papers/index.ts';
import type { ActorView } from '../reading/actors.ts';
import type { BusinessDay, DayDetail, SheetLine } from '../reading/closing/index.ts';
import { dayWords, differenceText, kes, nameOf, personOf, textOfValue } from './day-words.ts';

const nameCharactersMax = 100;
/** A day of a few shortcodes has fewer. */
const changesMax = 40;
/** The PDF and the page have the others. */
const openMax = 20;

type MailPlace = {
  applicationId: string;
  applicationName: string;
  environment: Environment;
  dashboardUrl: string | undefined;
};

type MailText = { subject: string; text: string };

/** What a day came to, plain text. The PDF that goes with it has all figures. */
export function dayMailText(day: DayDetail, place: MailPlace, at: Date): MailText {
  const { figures, sheet, people } = day;
  const [latest] = day.signOffs;
  const lines = [
    ...sheet.created.filter(({ cents, count }) => cents !== undefined || count !== 0).map(lineText),
    sheet.bridge ? `${dayWords.bridge.title}: ${differenceText(sheet.bridge.difference)}` : dayWords.accounts.none,
    ...openText(day),
    `Signed off: ${latest ? signedText(latest, people[latest.signedBy]) : 'not yet'}`,
    ...(day.state === 'changed' ? ['This day changed after it was signed off.'] : []),
  ];
  return {
    subject: `Close of day ${day.day}, ${nameOfPlace(place)}: net ${kes(figures.net)}`,
    text: `Close of day ${day.day} of ${nameOfPlace(place)}, from midnight to midnight in Nairobi.

${lines.join('\n')}${linkTo(day, place)}

Figures as of ${eatText(at.toISOString())}. The PDF has all of them.
`,
  };
}

const countedAs: Partial<Record<SheetLine['figure'], string>> = {
  collected: 'payment',
  refunded: 'refund',
  paidOut: 'payout',
};

function lineText({ figure, cents, count }: SheetLine): string {
  const name = dayWords.figures[figure];
  if (cents === undefined) return `${name}: ${count}`;
  const what = countedAs[figure];
  return `${name}: ${kes(cents)}${what && count !== undefined ? ` in ${count} ${what}${count === 1 ? '' : 's'}` : ''}`;
}

/** What of the day waits for a person: each with its amount and receipt, as the page names it. */
function openText({ exceptions, named }: DayDetail): string[] {
  const open = Object.values(exceptions).reduce((sum, count) => sum + count, 0);
  const items = named.slice(0, openMax).map(({ reason, receipt, amount }) => {
    const facts = [amount === null ? null : kes(Math.round(amount * 100)), receipt].filter((fact) => fact !== null);
    return `  ${[dayWords.reasons[reason], ...facts].join(' · ')}`;
  });
  const left = open - items.length;
  const more = left > 0 ? [`  ${filled(dayWords.pdf.andMore, { count: left })}`] : [];
  return [`${dayWords.exceptions.title}: ${open}`, ...items, ...more];
}

/** What changed since a day was signed off, plain text. */
export function changeMailText(
  day: Pick<BusinessDay, 'day' | 'signOffs' | 'difference'>,
  place: MailPlace,
  signer: ActorView,
): MailText {
  const [latest] = day.signOffs;
  const changes = day.difference?.changes ?? [];
  const lines = changes.slice(0, changesMax).map((change) => {
    const [from, to] = [textOfValue(change, 'from'), textOfValue(change, 'to')];
    return `${nameOf(change)}: ${from} when it was signed off, ${to} now`;
  });
  const left = changes.length - lines.length;
  const more = left > 0 ? `\nand ${left} more` : '';
  const by = latest ? ` by ${signedText(latest, signer)}` : '';
  return {
    subject: `Close of day ${day.day} changed after it was signed off, ${nameOfPlace(place)}`,
    text: `Close of day ${day.day} of ${nameOfPlace(place)} has changed since it was signed off${by}.

${lines.join('\n')}${more}${linkTo(day, place)}

You get no further email about this sign-off. When the figures are right, sign the day off again.
`,
  };
}

const nameOfPlace = ({ applicationName, environment }: MailPlace): string =>
  `${oneLine(applicationName, nameCharactersMax)} (${environment})`;

const signedText = ({ signedAt }: { signedAt: string }, who: ActorView | undefined): string =>
  `${oneLine(personOf(who), nameCharactersMax)}, ${eatText(signedAt)}`;

function linkTo({ day }: { day: string }, { applicationId, environment, dashboardUrl }: MailPlace): string {
  if (dashboardUrl === undefined) return '';
  return `\n\nSign in and open the day:\n${dashboardUrl}/a/${applicationId}/${environment}/days/${day}`;
}
