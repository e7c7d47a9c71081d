import type { FastifyInstance } from 'fastify';
import { eatIsoTime, newQrRequestId } from '../ids.ts';
import type { Transaction } from '../ledger.ts';
import { pulledRowsMax, pullWindowMs } from '../limits.ts';
import { openRequest, sendInvalidField, sendJson, type TokenError } from '../provider-answers.ts';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { checkPullQuery, checkPullRegistration, type PullQuery } from './pull-fields.ts';

const registerPath = '/pulltransactions/v1/register';
const queryPath = '/pulltransactions/v1/query';

export const pullPaths: readonly string[] = [registerPath, queryPath];

const tokenError: TokenError = { status: 400, errorCode: '400.003.01' };
const invalidFieldCode = '400.003.02';

/** A row as the provider lists it: names in lower case, a number for the phone, two decimals. */
const renderRow = ({ receipt, finalisedAtMs, phone, shortcodes, reference, amount }: Transaction, isTill: boolean) => ({
  transactionId: receipt,
  trxDate: eatIsoTime(finalisedAtMs),
  msisdn: Number(phone.slice('254'.length)),
  sender: 'MPESA',
  transactiontype: isTill ? 'c2b-buy-goods-debit' : 'c2b-pay-bill-debit',
  billreference: isTill ? '' : reference,
  amount: amount.toFixed(2),
  organizationname: `Simulated ${shortcodes[0]}`,
});

const findRows = ({ ledger, now }: Simulation, { shortcode, fromMs, toMs, offset }: PullQuery): object[] => {
  const oldestMs = Math.max(fromMs, now() - pullWindowMs);
  return ledger
    .collections(shortcode)
    .filter(({ finalisedAtMs }) => finalisedAtMs >= oldestMs && finalisedAtMs < toMs + 1_000)
    .slice(offset, offset + pulledRowsMax)
    .map((transaction) => renderRow(transaction, transaction.reference === ''));
};

/** Adds `register` and `query` of pulled payments. */
export const addPullRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  app.post(registerPath, async (request, reply) => {
    const body = openRequest(simulation, request, reply, tokenError);
    if (body === undefined) return reply;
    const checked = checkPullRegistration(body);
    if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid, invalidFieldCode);
    const { shortcode } = checked.fields;
    const isKnown = simulation.pullShortcodes.has(shortcode);
    if (!isKnown) simulation.pullShortcodes.add(shortcode);
    return sendJson(reply, 200, {
      ResponseRefID: newQrRequestId(),
      ResponseStatus: isKnown ? '1001' : '1000',
      ShortCode: shortcode,
      ResponseDescription: isKnown ? 'ShortCode already Registered' : 'Shortcode Registered Successfully',
    });
  });
  app.post(queryPath, async (request, reply) => {
    const body = openRequest(simulation, request, reply, tokenError);
    if (body === undefined) return reply;
    const checked = checkPullQuery(body);
    if ('invalid' in checked) return sendInvalidField(request, reply, checked.invalid, invalidFieldCode);
    noteEntry(request, { accountReference: checked.fields.shortcode });
    // The provider documents no answer for this case: any code but 1000 and 1001 is a refusal.
    if (!simulation.pullShortcodes.has(checked.fields.shortcode)) {
      return sendJson(reply, 200, {
        ResponseRefID: newQrRequestId(),
        ResponseCode: '1002',
        ResponseMessage: 'Shortcode not registered',
      });
    }
    const rows = findRows(simulation, checked.fields);
    return sendJson(reply, 200, {
      ResponseRefID: newQrRequestId(),
      ResponseCode: rows.length === 0 ? '1001' : '1000',
      ResponseMessage: rows.length === 0 ? 'No transactions for the period' : 'Success',
      Response: [rows],
    });
  });
};
