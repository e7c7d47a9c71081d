import { businessTimeZone } from '../kernel/business-day.ts';
import { oneLine } from '../mails/index.ts';
import { numberOf } from '../rails/index.ts';
import type { FloatAccount, Runway } from '../reading/float/index.ts';
import { inKes } from '../reconciliation/index.ts';
import type { Threshold } from './statements.ts';

const nameCharactersMax = 100;
const centsPerShilling = 100;

/** The email about an account below its threshold, as plain text. */
export function alertMail(
  { applicationId, applicationName, environment, shortcode, account, amount }: Threshold,
  { balanceCents, balanceAt, paidOutSinceCents, estimateCents, runway }: FloatAccount,
  dashboardUrl: string | undefined,
): { subject: string; text: string } {
  const place = `${oneLine(applicationName, nameCharactersMax)} (${environment})`;
  const name = `${oneLine(account, nameCharactersMax)} of shortcode ${numberOf(shortcode)}`;
  const facts = [
    `Application: ${place}`,
    `Account: ${name}`,
    `Threshold: KES ${inKes(amount * centsPerShilling)}`,
    `Balance: KES ${inKes(balanceCents)}, read on ${eatText(balanceAt)}`,
    ...(paidOutSinceCents > 0 ? [`Paid out since: KES ${inKes(paidOutSinceCents)}`] : []),
    `Left: KES ${inKes(estimateCents)}`,
    ...lasts(runway),
  ];
  const link =
    dashboardUrl === undefined ? '' : `\n\nLook at it:\n${dashboardUrl}/a/${applicationId}/${environment}/float`;
  return {
    subject: `Low balance: ${name}, ${place}`,
    text: `The balance of an account is below its threshold.

${facts.join('\n')}${link}

You get another email only after the balance has been above the threshold.
`,
  };
}

function lasts(runway: Runway): string[] {
  return runway.kind === 'hours'
    ? [`It lasts about ${runway.hours.toFixed(1)} hours at the rate of the last day.`]
    : [];
}

/** `2026-11-20 14:05 EAT` */
function eatText(at: Date): string {
  return `${at.toLocaleString('sv-SE', { timeZone: businessTimeZone }).slice(0, 16)} EAT`;
}
