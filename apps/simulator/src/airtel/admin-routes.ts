import type { FastifyInstance } from 'fastify';
import { accept, acceptBody, pageQuery, replyPage } from '../admin-input.ts';
import type { Simulation } from '../simulation.ts';
import { renderCollection } from './collections.ts';
import { disbursementScenarios } from './disbursement-magic.ts';
import { renderDisbursement } from './disbursements.ts';
import { collectionScenarios } from './magic.ts';
import { portalBody, renderPortal } from './portal.ts';
import { collectionResults, disbursementResults } from './results.ts';

/** Admin routes of this rail: the portal, the truth about collections, and the magic table. */
export const addAirtelAdminRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  const { portals, collections, disbursements } = simulation.airtel;

  app.get('/admin/airtel/portal', async () => ({ portals: portals.list().map(renderPortal) }));

  app.put('/admin/airtel/portal', async (request, reply) => {
    const portal = acceptBody(request, reply, portalBody);
    if (portal === undefined) return reply;
    portals.set(portal);
    return renderPortal(portal);
  });

  app.get('/admin/airtel/collections', async (request, reply) => {
    const page = accept(reply, pageQuery, request.query);
    if (page === undefined) return reply;
    const wanted = collections.list().filter(({ phone }) => page.phone === undefined || phone === page.phone);
    return replyPage(reply, 'collections', wanted, page, { idOf: ({ id }) => id, render: renderCollection });
  });

  app.get<{ Params: { id: string } }>('/admin/airtel/collections/:id', async (request, reply) => {
    const collection = collections.list().find(({ id }) => id === request.params.id);
    if (collection === undefined) return reply.code(404).send({ error: 'No collection with that id' });
    return renderCollection(collection);
  });

  app.get('/admin/airtel/disbursements', async (request, reply) => {
    const page = accept(reply, pageQuery, request.query);
    if (page === undefined) return reply;
    const wanted = disbursements.list().filter(({ phone }) => page.phone === undefined || phone === page.phone);
    return replyPage(reply, 'disbursements', wanted, page, { idOf: ({ id }) => id, render: renderDisbursement });
  });

  app.get('/admin/airtel/magic', async () => ({
    collectionScenarios,
    collectionResults,
    disbursementScenarios,
    disbursementResults,
  }));
};
