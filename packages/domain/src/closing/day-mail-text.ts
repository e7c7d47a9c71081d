import type { Environment } from '@tillgate/db';
import { oneLine } from '../mails/index.ts';
import type { ActorView } from '../reading/actors.ts';
import type { BusinessDay, DayDetail } from '../reading/closing/index.ts';
import { eatText, kes, nameOf, personOf, textOfValue } from './day-words.ts';

const nameCharactersMax = 100;
/** A day of a few shortcodes has fewer. */
const changesMax = 40;

type MailPlace = {
  applicationId: string;
  applicationName: string;
  environment: Environment;
  dashboardUrl: string | undefined;
};

type MailText = { subject: string; text: string };

/** What a day came to, plain text. The PDF that goes with it has all figures. */
export function dayMailText(day: DayDetail, place: MailPlace, at: Date): MailText {
  const { figures, exceptions, people } = day;
  const open = Object.values(exceptions).reduce((sum, count) => sum + count, 0);
  const [latest] = day.signOffs;
  const lines = [
    `Collected: ${kes(figures.collected)} in ${counted(figures.collectedCount, 'payment')}`,
    `Refunded: ${kes(figures.refunded)} in ${counted(figures.refundCount, 'refund')}`,
    `Net: ${kes(figures.net)}`,
    `Paid out: ${kes(figures.paidOut)} in ${counted(figures.payoutCount, 'payout')}`,
    `Open exceptions: ${open}`,
    ...(figures.pendingPayments > 0 ? [`Payments without an outcome: ${figures.pendingPayments}`] : []),
    ...(figures.pendingPayouts > 0 ? [`Payouts without an outcome: ${figures.pendingPayouts}`] : []),
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

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const signedText = ({ signedAt }: { signedAt: string }, who: ActorView | undefined): string =>
  `${oneLine(personOf(who), nameCharactersMax)}, ${eatText(signedAt)}`;

function linkTo({ day }: { day: string }, { applicationId, environment, dashboardUrl }: MailPlace): string {
  if (dashboardUrl === undefined) return '';
  return `\n\nSign in and open the day:\n${dashboardUrl}/a/${applicationId}/${environment}/days/${day}`;
}
