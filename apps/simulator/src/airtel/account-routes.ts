import type { FastifyInstance } from 'fastify';
import { noteEntry } from '../request-entries.ts';
import type { Simulation } from '../simulation.ts';
import { answerErrors } from './answer-errors.ts';
import { sendAirtelRefusal, sendData } from './answers.ts';
import { judgeNumber } from './collection-fields.ts';
import { openCall, railCurrency } from './gateway.ts';
import { phoneOf } from './handset.ts';
import { findCollectionScenario } from './magic.ts';
import { airtelRefusals } from './refusals.ts';

/** The amount with two decimals, with or without commas: the copies of the documents differ (fact 10). */
const renderBalance = (amount: number, hasCommas: boolean): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, useGrouping: hasCommas });

/** Rows whose number has no wallet. */
const withoutWallet: readonly string[] = ['not-permitted', 'no-wallet'];

/**
 * `GET /standard/v1/users/balance`: the wallet that collections fill. `GET /standard/v1/users/{nine digits}`: whether a
 * number has a wallet, without a prompt (fact 10). Grade, names and the words of a status are our choice.
 */
export const addAccountRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const { airtel } = simulation;

  app.get('/standard/v1/users/balance', { errorHandler: answerErrors }, async (request, reply) => {
    const portal = openCall(simulation, request, reply, 'account');
    if (portal === undefined) return reply;
    airtel.balancesAsked += 1;
    const { collection } = airtel.wallets.of(portal.clientId);
    const balance = renderBalance(collection, airtel.balancesAsked % 2 === 1);
    return sendData(
      reply,
      { balance, currency: railCurrency, account_status: 'Active' },
      { message: 'SUCCESS', responseCode: 'DP02000000001' },
    );
  });

  app.get<{ Params: { msisdn: string } }>(
    '/standard/v1/users/:msisdn',
    { errorHandler: answerErrors },
    async (request, reply) => {
      if (openCall(simulation, request, reply, 'kyc') === undefined) return reply;
      const { msisdn } = request.params;
      const wrong = judgeNumber(msisdn);
      if (wrong !== undefined) return sendAirtelRefusal(request, reply, wrong);
      const phone = phoneOf(msisdn);
      noteEntry(request, { phone });
      if (withoutWallet.includes(findCollectionScenario(phone).slug)) {
        return sendAirtelRefusal(request, reply, airtelRefusals.noUser);
      }
      return sendData(
        reply,
        {
          first_name: 'Test',
          last_name: 'Subscriber',
          msisdn,
          is_barred: false,
          is_pin_set: true,
          grade: 'SUBS',
          registration: { status: 'Registered' },
        },
        { message: 'SUCCESS', responseCode: 'DP02200000001' },
      );
    },
  );
};
