import { readPublicReceipt } from '@tillgate/domain/receipts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { receiptPage } from '../pages/receipt-page.ts';
import { sendPage, sendUnknown } from '../plugins/answer-faults.ts';
import { limitVisitors } from '../plugins/limit-visitors.ts';
import { sceneOf } from '../scene.ts';

type Asked = FastifyRequest<{ Params: { token: string } }>;

/** The receipts of payments. */
export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  const { reading } = limitVisitors(deps);
  app.get('/r/:token', { onRequest: reading }, async (request: Asked, reply) => {
    const { token } = request.params;
    const receipt = await readPublicReceipt(deps.context, token);
    if (!receipt) return sendUnknown(deps, request, reply);
    return sendPage(reply, 200, receiptPage(sceneOf(deps, request), { receipt, path: receiptPath(token) }));
  });
}

/** Where the receipt of an attempt is. */
export function receiptPath(token: string): string {
  return `/r/${encodeURIComponent(token)}`;
}
