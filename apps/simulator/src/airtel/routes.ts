import type { FastifyInstance } from 'fastify';
import type { Simulation } from '../simulation.ts';
import { addAccountRoutes } from './account-routes.ts';
import { addAirtelAdminRoutes } from './admin-routes.ts';
import { addCollectRoutes } from './collect-route.ts';
import { addDisburseRoutes } from './disburse-route.ts';
import { addEnquiryRoutes } from './enquiry-route.ts';
import { addKeyRoute } from './key-route.ts';
import { addRefundRoute } from './refund-route.ts';
import { addAirtelTokenRoute } from './token-route.ts';

/** The API of this rail and its admin routes. None of its paths belongs to the other rail. */
export const addAirtelRoutes = (app: FastifyInstance, simulation: Simulation): void => {
  addAirtelTokenRoute(app, simulation);
  addCollectRoutes(app, simulation);
  addDisburseRoutes(app, simulation);
  addEnquiryRoutes(app, simulation);
  addRefundRoute(app, simulation);
  addAccountRoutes(app, simulation);
  addKeyRoute(app, simulation);
  addAirtelAdminRoutes(app, simulation);
};
