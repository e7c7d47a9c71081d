import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accept, acceptBody, pageQuery, replyPage } from '../admin-input.ts';
import { msisdnPattern, paymentAmountMax, paymentAmountMin, shortcodePattern } from '../field-checks.ts';
import type { Simulation } from '../simulation.ts';
import { referenceLengthMax } from './fields.ts';
import { type OfflinePayment, renderOfflinePayment } from './offline-payments.ts';
import { concludeOfflinePayment, openOfflinePayment } from './pay.ts';
import { renderRegistration } from './registrations.ts';

type Id = { Params: { transactionId: string } };

const payBody = z.strictObject({
  shortcode: z.string().regex(shortcodePattern).optional(),
  amount: z.number().int().min(paymentAmountMin).max(paymentAmountMax),
  phone: z.string().regex(msisdnPattern),
  /** An empty or missing reference pays a till. */
  reference: z.string().max(referenceLengthMax).default(''),
  plainPhone: z.boolean().default(false),
});

/** Admin routes of offline payments: make one, list them, list the registered shortcodes. */
export const addC2bAdminRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const { offlinePayments, registrations } = simulation;

  app.post('/admin/c2b/pay', async (request, reply) => {
    const body = acceptBody(request, reply, payBody);
    if (body === undefined) return reply;
    const shortcode = body.shortcode ?? registrations.latest()?.shortcode;
    if (shortcode === undefined) {
      return reply.code(409).send({ error: 'No shortcode has registered URLs. Pass the shortcode to pay.' });
    }
    const { amount, phone, reference, plainPhone } = body;
    const offline = { shortcode, isTill: reference === '', amount, phone, reference };
    const payment = openOfflinePayment(simulation, offline, { plainPhone });
    void concludeOfflinePayment(simulation, payment);
    return renderOfflinePayment(payment);
  });

  app.get('/admin/c2b/payments', async (request, reply) => {
    const page = accept(reply, pageQuery, request.query);
    if (page === undefined) return reply;
    const all = offlinePayments.list();
    const wanted = page.phone === undefined ? all : all.filter(({ phone }) => phone === page.phone);
    const idOf = ({ transactionId }: OfflinePayment) => transactionId;
    return replyPage(reply, 'payments', wanted, page, { idOf, render: renderOfflinePayment });
  });

  app.get<Id>('/admin/c2b/payments/:transactionId', async (request, reply) => {
    const payment = offlinePayments.find(request.params.transactionId);
    if (payment === undefined) return reply.code(404).send({ error: 'No offline payment with that TransID' });
    return renderOfflinePayment(payment);
  });

  app.get('/admin/c2b/registrations', async () => ({ registrations: registrations.list().map(renderRegistration) }));
};
