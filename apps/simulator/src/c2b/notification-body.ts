import { createHash } from 'node:crypto';
import { eatTimestamp } from '../ids.ts';
import { decimal } from '../literals.ts';
import type { C2bVersion, Offline } from './fields.ts';
import type { C2bScenario } from './scenario.ts';

/** What a validation or a confirmation says. Amount in KES, maybe with cents; the balance is null on a validation. */
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

/** The amount that really moves: one row of the magic table pays half a shilling more. */
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

/** Validation and confirmation have the same form; OrgAccountBalance is blank on a validation. */
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
