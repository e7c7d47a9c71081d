import { type ContractEventType, type EventType, eventTypes } from '@tillgate/domain/outbox';
import { readEventType, refusedOption } from '../options.ts';
import { paymentCodes, payoutCodes } from './trigger-codes.ts';

/** The event to trigger. Undefined fields get a default. */
export type TriggerRequest = {
  event: ContractEventType;
  /** Result code of the provider. 0 means success. */
  code: string;
  phone: string | undefined;
  /** Whole KES. */
  amount: number | undefined;
  reference: string | undefined;
};

type TriggerOptions = { code?: string; phone?: string; amount?: string; reference?: string };

const optionNames = ['code', 'phone', 'amount', 'reference'] as const;

/** The options that each event accepts. */
const optionsOf: Record<ContractEventType, readonly (typeof optionNames)[number][]> = {
  'payment.success': ['phone', 'amount', 'reference'],
  'payment.failed': optionNames,
  'payout.result': optionNames,
  'refund.result': ['phone', 'amount', 'reference'],
  'admin.transaction_status': ['reference'],
  'admin.account_balance': [],
};

const failureDefault = '1032';

/** @throws DomainError invalid_input */
export function readTriggerRequest(text: string, options: TriggerOptions): TriggerRequest {
  const event = readTriggered(text);
  for (const name of optionNames) {
    if (options[name] === undefined || optionsOf[event].includes(name)) continue;
    throw refusedOption(`--${name}`, `does not apply to ${event}`);
  }
  const { phone, amount, reference } = options;
  return { event, code: readCode(event, options.code), phone, amount: readAmount(amount), reference };
}

const isTriggered = (type: EventType): type is ContractEventType => eventTypes.some((known) => known === type);

function readTriggered(text: string): ContractEventType {
  const type = readEventType('event', text);
  if (isTriggered(type)) return type;
  throw refusedOption('event', `no sandbox request causes ${type}; "tillgate endpoint test" sends a sample of it`);
}

function readCode(event: ContractEventType, text: string | undefined): string {
  if (text === undefined) return event === 'payment.failed' ? failureDefault : '0';
  const known = Object.keys(event === 'payment.failed' ? paymentCodes : payoutCodes);
  const code = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (code !== undefined) return code;
  throw refusedOption(
    '--code',
    `"${text}" is not available in the sandbox for ${event}. Available codes: ${known.join(', ')}`,
  );
}

function readAmount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9]{1,6}$/.test(text)) throw refusedOption('--amount', 'must be whole KES');
  return Number(text);
}
