import { movesMoneyOut, type Scope } from '../kernel/authority.ts';
import { momentOf } from '../kernel/time.ts';
import { type NewMail, oneLine } from '../mails/index.ts';
import type { EndingKey, NewNetwork } from './network-statements.ts';

const nameCharactersMax = 100;

type Named = Pick<NewNetwork, 'name' | 'lastFour' | 'environment' | 'applicationId' | 'applicationName'>;
type Text = Pick<NewMail, 'subject' | 'text'>;

/** The email about a key that was used from new networks. */
export function newNetworkMail(key: Named, networks: string[], at: Date, dashboardUrl: string | undefined): Text {
  return {
    subject: `An API key is used from a new address: ${titleOf(key)}`,
    text: `The API key ${titleOf(key)} was used from an IP address that it had not been used from in the last 30 days.

${factsOf(key)}
Network: ${networks.join(', ')}
When: ${momentOf(at)}

If one of your servers has moved, do nothing. If you do not know the address, revoke the key at once:
${placeOf(key, dashboardUrl)}

Further new addresses of this key today are in the audit log only.
`,
  };
}

type MoneyKey = Named & { by: string; scopes: readonly Scope[]; isHeld: boolean; moneyFrom: Date | null };

/** The email to owners about a new key that moves real money out. */
export function moneyKeyMail(key: MoneyKey, at: Date, dashboardUrl: string | undefined): Text {
  const can = key.scopes.filter((scope) => movesMoneyOut([scope])).map((scope) => whatScopesDo[scope] ?? scope);
  const when = key.isHeld
    ? 'It moves no money until another owner or admin approves it.'
    : key.moneyFrom
      ? `It moves no money before ${momentOf(key.moneyFrom)}.`
      : 'It can move money now.';
  return {
    subject: `A new API key can move money: ${titleOf(key)}`,
    text: `${oneLine(key.by, nameCharactersMax)} made the API key ${titleOf(key)}. It can ${can.join(' and ')}. ${when}

${factsOf(key)}
When: ${momentOf(at)}

If you did not expect this, revoke the key at once:
${placeOf(key, dashboardUrl)}
`,
  };
}

const whatScopesDo: { [scope in Scope]?: string } = { payout: 'send payouts', refund: 'refund payments' };

/** The email about a key that expires soon. */
export function endingKeyMail(key: EndingKey, dashboardUrl: string | undefined): Text {
  const within = key.days === 1 ? 'within a day' : `in less than ${key.days} days`;
  return {
    subject: `An API key expires ${within}: ${titleOf(key)}`,
    text: `The API key ${titleOf(key)} stops working ${within}. Requests that use it are then refused.

${factsOf(key)}
Expires: ${momentOf(key.expiresAt)}

If it is still needed, rotate it, and give your servers the new key:
${placeOf(key, dashboardUrl)}
`,
  };
}

function titleOf({ name, lastFour }: Named): string {
  return `${oneLine(name, nameCharactersMax)} (…${lastFour})`;
}

function factsOf({ applicationName, environment }: Named): string {
  return `Application: ${oneLine(applicationName, nameCharactersMax)} (${environment})`;
}

function placeOf({ applicationId, environment }: Named, dashboardUrl: string | undefined): string {
  if (dashboardUrl === undefined) return 'Sign in to the dashboard and open API keys.';
  return `${dashboardUrl}/a/${applicationId}/${environment}/developers/keys`;
}
