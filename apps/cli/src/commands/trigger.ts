import { eventTypes } from '@tillgate/domain/outbox';
import { command } from '../command.ts';
import { flag, optional } from '../fields.ts';
import { apiOptions, resolveApi } from '../listen/options.ts';
import type { Answer } from '../output.ts';
import { secretHelp } from '../secret.ts';
import { paymentCodes, payoutCodes } from './trigger-codes.ts';
import { type Outcome, type Started, start } from './trigger-events.ts';
import { readTriggerRequest, type TriggerRequest } from './trigger-request.ts';
import { awaitOutcome, waitSecondsMax } from './trigger-wait.ts';

export const trigger = command('trigger', {
  about: 'make a sandbox request that causes an event; exits with 1 if the result differs',
  argument: { name: '<event>', about: 'event type' },
  options: {
    code: optional(
      '--code <code>',
      'result code of the provider (default: 1032 for payment.failed, 0 for payout.result)',
    ),
    phone: optional('--phone <phone>', 'phone of the payer or receiver'),
    amount: optional('--amount <kes>', 'amount in whole KES'),
    reference: optional(
      '--reference <text>',
      'account reference or occasion; for admin.transaction_status, the receipt',
    ),
    wait: flag('--no-wait', `do not wait up to ${waitSecondsMax} s for the outcome`),
    ...apiOptions,
  },
  help: `
Events: ${eventTypes.join(', ')}
Codes of payment.failed: ${Object.keys(paymentCodes).join(', ')}
Codes of payout.result: ${Object.keys(payoutCodes).join(', ')}

Examples:
  tillgate trigger payment.success --amount 250 --reference ORDER-1
  tillgate trigger payment.failed --code 1032
  tillgate trigger refund.result

The command makes real sandbox requests through the public API. A refund first collects a payment.
Payouts, refunds and inquiries need the application's initiator.
${secretHelp}`,
  run: async ({ wait, key, api, ...given }, { words: [event = ''] }) => {
    const request = readTriggerRequest(event, given);
    const started = await start(await resolveApi({ key, api }), request);
    const outcome = wait ? await awaitOutcome(started.outcome) : undefined;
    return outcome ? endedAnswer(request, started, outcome) : pendingAnswer(started, wait);
  },
});

function endedAnswer({ event, code }: TriggerRequest, started: Started, { json, text, isExpected }: Outcome): Answer {
  const expected = code === '0' ? event : `${event} with ${code}`;
  const hint = isExpected ? '' : `\nThat is not ${expected}. The sandbox produced another result.`;
  return { json, text: `${started.text}\n${text}${hint}`, failed: !isExpected };
}

function pendingAnswer({ json, text }: Started, hasWaited: boolean): Answer {
  const later = hasWaited ? `Still pending after ${waitSecondsMax} s. Is the worker running?` : 'Its event follows.';
  return { json, text: `${text}\n${later}`, failed: hasWaited };
}
