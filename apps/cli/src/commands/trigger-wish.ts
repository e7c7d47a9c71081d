import type { EventType } from '@tillgate/domain/outbox';
import { readEventType, refusedOption } from './options.ts';
import { paymentCodes, payoutCodes } from './trigger-codes.ts';

/** What is to happen. What is left out is chosen. */
export type Wish = {
  event: EventType;
  /** Result code of the provider; 0 is a success. */
  code: string;
  phone: string | undefined;
  /** Whole KES. */
  amount: number | undefined;
  reference: string | undefined;
};

export type WishOptions = { code?: string; phone?: string; amount?: string; reference?: string };

const optionNames = ['code', 'phone', 'amount', 'reference'] as const;

/** Which options mean something for which event. */
const optionsOf: Record<EventType, readonly (typeof optionNames)[number][]> = {
  'payment.success': ['phone', 'amount', 'reference'],
  'payment.failed': optionNames,
  'payout.result': optionNames,
  'refund.result': ['phone', 'amount', 'reference'],
  'admin.transaction_status': ['reference'],
  'admin.account_balance': [],
};

const failureDefault = '1032';

/** @throws DomainError invalid_input */
export function readWish(text: string, options: WishOptions): Wish {
  const event = readEventType('event', text);
  for (const name of optionNames) {
    if (options[name] === undefined || optionsOf[event].includes(name)) continue;
    throw refusedOption(`--${name}`, `has no meaning for ${event}`);
  }
  const { phone, amount, reference } = options;
  return { event, code: readCode(event, options.code), phone, amount: readAmount(amount), reference };
}

function readCode(event: EventType, text: string | undefined): string {
  if (text === undefined) return event === 'payment.failed' ? failureDefault : '0';
  const known = Object.keys(event === 'payment.failed' ? paymentCodes : payoutCodes);
  const code = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (code !== undefined) return code;
  throw refusedOption('--code', `"${text}" cannot be made in the sandbox for ${event}; these can: ${known.join(', ')}`);
}

function readAmount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,6}$/.test(text)) throw refusedOption('--amount', 'must be whole KES');
  return Number(text);
}
