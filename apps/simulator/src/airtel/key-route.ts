import { createPublicKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { eatDateTime } from '../ids.ts';
import type { Simulation } from '../simulation.ts';
import { answerErrors } from './answer-errors.ts';
import { sendData } from './answers.ts';
import { openCall } from './gateway.ts';

const keyId = 'simulator-1';
/** How long the key is said to be valid. The same key goes on after that. */
const validMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * `GET /v1/rsa/encryption-keys`: the public key that signs messages and encrypts PINs (facts 8, 9), as base64 of
 * its DER form. `valid_upto` is `dd-MM-yyyy HH:mm:ss`. The zone (Nairobi) and the code of success are our choice: the
 * facts name neither.
 */
export const addKeyRoute = (app: FastifyInstance, simulation: Simulation): void => {
  app.get('/v1/rsa/encryption-keys', { errorHandler: answerErrors }, async (request, reply) => {
    if (openCall(simulation, request, reply, 'encryption') === undefined) return reply;
    const pem = await simulation.airtel.encryptionKey.publicPem();
    const key = createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');
    const validUpTo = eatDateTime(simulation.now() + validMs).replaceAll('.', '-');
    return sendData(
      reply,
      { key_id: keyId, key, valid_upto: validUpTo },
      { message: 'SUCCESS', responseCode: 'DP02010001001' },
    );
  });
};
