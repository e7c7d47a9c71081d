import { assignAstray, listAstray } from '@tillgate/domain/astray';
import { changeGap, closeGap, type ListedGap, listGaps, openGap } from '@tillgate/domain/gaps';
import { type EndedByGap, previewGap } from '@tillgate/domain/reading/gaps';
import { group, operatorCommand } from '../command.ts';
import { defaulting, flag, required } from '../fields.ts';
import { confirmText, endedText } from '../gap-text.ts';
import { app, env, readWholeNumber, refusedOption } from '../options.ts';
import { moment, table } from '../table.ts';
import { readMoment } from '../time.ts';

export const gaps = group(
  'gap',
  'gaps: what the database forgot because it was restored',
  operatorCommand('open', {
    about:
      'open a gap after a restore, before any process uses the database: money out, and keys that may have been used, are refused',
    help: `
Each API notes the idempotency keys of requests in its DATA_DIR. While a gap is open, it claims those that the
database forgot, so that none of them is ever used again. Until all APIs have done that, a request with a key that the
database does not know is refused. Say --apis 0 when these directories are lost and requests must go on anyway.

Requests that wait or are approved, and batches that have not ended, are never carried out after that, also when you close
the gap at once. Where there are any, the command without --yes counts them and changes nothing.`,
    options: {
      since: required('--since <time>', 'the moment that the database was restored to').as(readMoment),
      reason: required('--reason <text>', 'why; the members of all organizations see it'),
      apis: defaulting('--apis <number>', 'how many directories of APIs have keys to read back', '1').as(
        readWholeNumber,
      ),
      yes: flag('--yes', 'confirm: what waits to be paid out is ended, and this cannot be undone'),
    },
    verb: async (ctx, { yes, ...opening }) => {
      const { ends } = await previewGap(ctx, opening);
      const ended = endedText(ends);
      if (ended && !yes) throw refusedOption('--yes', confirmText(ended));
      return { ...(await openGap(ctx, opening)), ends };
    },
    text: ({ gapId, ends }, { apis }) =>
      [
        `Opened gap ${gapId}. No payout and no refund leaves until you close it.`,
        endedSentence(ends),
        keysSentence(apis),
        'Next: start the processes, import the statements of the time, and read tillgate gap list.',
      ].join('\n'),
  }),
  operatorCommand('list', {
    about: 'list gaps, the newest first, and what each API has read back',
    verb: async (ctx) => {
      const [found, astray] = await Promise.all([listGaps(ctx), listAstray(ctx)]);
      return { gaps: found, callbacksKept: astray.count };
    },
    text: ({ gaps: found, callbacksKept }) =>
      [
        found.length === 0 ? 'The database was never restored.' : table(headings, found.map(cells)),
        callbacksKept > 0 && `Callbacks whose owner nobody knows: ${callbacksKept}. See tillgate gap callbacks.`,
      ]
        .filter(Boolean)
        .join('\n\n'),
  }),
  operatorCommand('change', {
    about: 'say anew how many APIs have keys to read back; the gap stays open, and no money leaves meanwhile',
    help: `
Say --apis 0 when the directories of all APIs are lost. Requests with unknown keys then count as new, and prompts go on:
tell merchants first, because only they can tell a repeat from a new request.`,
    options: {
      apis: required('--apis <number>', 'how many directories of APIs have keys to read back').as(readWholeNumber),
      note: required('--note <text>', 'why, for the audit'),
    },
    verb: changeGap,
    text: ({ gapId }, { apis }) => `Changed gap ${gapId}. It stays open. ${keysSentence(apis)}`,
  }),
  operatorCommand('close', {
    about: 'close the open gap: money may leave again',
    help: `
Before you close it, import the statements of all shortcodes for the time of the gap, and look at the reviews. Whatever
waited to be paid out when the database was restored has to be asked for again: it is never carried out by itself.`,
    options: { note: required('--note <text>', 'what you found, for the audit') },
    verb: closeGap,
    text: ({ gapId }) => `Closed gap ${gapId}. Payouts and refunds leave again.`,
  }),
  operatorCommand('callbacks', {
    about: 'list callbacks of forgotten payments whose owner nobody knows, the oldest first',
    verb: listAstray,
    text: ({ count, callbacks }) =>
      count === 0
        ? 'No callback waits for its owner.'
        : [
            table(
              ['CALLBACK', 'KIND', 'RECEIVED', 'RECEIPT', 'KES'],
              callbacks.map((each) => [
                ...[each.callbackId, each.kind, moment(each.receivedAt), each.receipt ?? '', each.amount ?? ''],
              ]),
            ),
            count > callbacks.length && `And ${count - callbacks.length} more.`,
          ]
            .filter(Boolean)
            .join('\n'),
  }),
  operatorCommand('assign', {
    about: 'give a callback of a forgotten payment to the application that it is about; its members get a review',
    options: { callbackId: required('--callback <id>', 'callback ID'), applicationId: app, environment: env },
    verb: assignAstray,
    text: ({ callbackId }, { applicationId }) =>
      `Callback ${callbackId} belongs to application ${applicationId} now. Its members find it under Reviews.`,
  }),
);

function endedSentence(ends: EndedByGap): string {
  const ended = endedText(ends);
  return ended ? `Ended: ${ended}. People have to ask for it again.` : 'Nothing waited to be paid out.';
}

const keysSentence = (apis: number) =>
  apis === 0
    ? 'No keys are read back. Requests with new keys go on.'
    : `Requests with unknown keys are refused until ${apis === 1 ? 'the API has' : `${apis} APIs have`} read their keys back.`;

const headings = ['GAP', 'RESTORED TO', 'OPENED', 'CLOSED', 'KEYS READ BACK', 'REASON'];

function cells({ gapId, since, openedAt, closedAt, apis, readings, reason }: ListedGap): string[] {
  const whole = readings.filter(({ isWhole }) => isWhole).length;
  const keys = readings.reduce((sum, reading) => sum + reading.keys, 0);
  const partly = readings.length > whole ? `, ${readings.length - whole} in part` : '';
  const read = `${keys} (${whole} of ${apis} APIs${partly})`;
  return [gapId, moment(since), moment(openedAt), closedAt ? moment(closedAt) : 'open', read, reason];
}
