import { createHash } from 'node:crypto';
import { eatTimestamp } from '../ids.ts';
import { decimal } from '../literals.ts';
import type { C2bVersion, Offline } from './fields.ts';
import type { C2bScenario } from './scenario.ts';

/** The content of a validation or confirmation. Amount in KES. The balance is null on a validation. */
type Notice = Offline & {
  transactionId: string;
  atMs: number;
  version: C2bVersion;
  scenario: C2bScenario;
  balance: number | null;
  thirdPartyTransactionId: string;
};

const halfShilling = 0.5;
const maskHeadLength = 4;
const maskTailLength = 3;

/** The amount that moves, KES. The `cents` row of the magic table pays half a shilling more than asked. */
export const movedAmount = (amount: number, scenario: C2bScenario): number =>
  scenario.amount === 'cents' ? amount + halfShilling : amount;

const phoneText = ({ phone, version, scenario }: Notice): string => {
  const byVersion = version === 'v2' ? 'masked' : 'hashed';
  switch (scenario.phone === 'by_version' ? byVersion : scenario.phone) {
    case 'plain':
      return phone;
    case 'masked':
      return `${phone.slice(0, maskHeadLength)} ***** ${phone.slice(-maskTailLength)}`;
    case 'hashed':
      return createHash('sha256').update(phone).digest('hex');
  }
};

const names = ({ scenario }: Notice): object => {
  switch (scenario.names) {
    case 'absent':
      return {};
    case 'first':
      return { FirstName: 'WANJIKU', MiddleName: '', LastName: '' };
    case 'all':
      return { FirstName: 'WANJIKU', MiddleName: 'NJERI', LastName: 'KAMAU' };
  }
};

/** Renders a validation or a confirmation. They differ only in OrgAccountBalance, which a validation leaves empty. */
export const renderNotice = (notice: Notice): string => {
  const { scenario } = notice;
  const amount = movedAmount(notice.amount, scenario);
  return JSON.stringify({
    TransactionType: scenario.transactionType ?? (notice.isTill ? 'Buy Goods' : 'Pay Bill'),
    TransID: notice.transactionId,
    TransTime: String(eatTimestamp(notice.atMs)),
    TransAmount: scenario.amount === 'whole' ? String(amount) : decimal(amount),
    BusinessShortCode: notice.shortcode,
    BillRefNumber: notice.reference,
    InvoiceNumber: '',
    OrgAccountBalance: notice.balance === null ? '' : decimal(notice.balance),
    ThirdPartyTransID: notice.thirdPartyTransactionId,
    MSISDN: phoneText(notice),
    ...names(notice),
  });
};
