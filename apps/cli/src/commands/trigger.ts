import { eventTypes } from '@tillgate/domain/outbox';
import { Command } from 'commander';
import { type ApiOptions, apiOption, keyOption, resolveApi } from '../listen/options.ts';
import type { Answer } from '../output.ts';
import { secretHelp } from '../secret.ts';
import { paymentCodes, payoutCodes } from './trigger-codes.ts';
import { type Begun, begin, type Outcome } from './trigger-events.ts';
import { awaitOutcome, waitSecondsMax } from './trigger-wait.ts';
import { readWish, type Wish, type WishOptions } from './trigger-wish.ts';

type Options = ApiOptions & WishOptions & { wait: boolean };

const help = `
Events: ${eventTypes.join(', ')}
Codes of payment.failed: ${Object.keys(paymentCodes).join(', ')}
Codes of payout.result: ${Object.keys(payoutCodes).join(', ')}

Examples:
  tillgate trigger payment.success --amount 250 --reference ORDER-1
  tillgate trigger payment.failed --code 1032
  tillgate trigger refund.result

It is done for real in the sandbox, by the ordinary API: a payment is collected, a refund is a payment that is reversed.
Payouts, refunds and inquiries need the application's initiator.`;

export function trigger(answer: (answer: Answer) => void): Command {
  return new Command('trigger')
    .description(
      'make something happen in the sandbox, so that its event comes; exits with 1 when something else happens',
    )
    .argument('<event>', 'event type')
    .option('--code <code>', 'result code of the provider; 1032 for payment.failed, 0 for payout.result when left out')
    .option('--phone <phone>', 'who pays or is paid')
    .option('--amount <kes>', 'whole KES')
    .option('--reference <text>', 'account reference or occasion; of admin.transaction_status the receipt to ask about')
    .option('--no-wait', `do not wait for the outcome, which takes at most ${waitSecondsMax} s`)
    .addOption(keyOption())
    .addOption(apiOption())
    .addHelpText('after', `${help}\n${secretHelp}`)
    .action(async (event: string, options: Options) => {
      const wish = readWish(event, options);
      const begun = await begin(await resolveApi(options), wish);
      const outcome = options.wait ? await awaitOutcome(begun.outcome) : undefined;
      answer(outcome ? endedAnswer(wish, begun, outcome) : pendingAnswer(begun, options.wait));
    });
}

function endedAnswer({ event, code }: Wish, begun: Begun, { json, text, isWished }: Outcome): Answer {
  const wished = code === '0' ? event : `${event} with ${code}`;
  const surprise = isWished ? '' : `\nThat is not ${wished}: something in the sandbox decided otherwise.`;
  return { json, text: `${begun.text}\n${text}${surprise}`, failed: !isWished };
}

function pendingAnswer({ json, text }: Begun, hasWaited: boolean): Answer {
  const later = hasWaited ? `Still pending after ${waitSecondsMax} s. Does the worker run?` : 'Its event comes.';
  return { json, text: `${text}\n${later}`, failed: hasWaited };
}
