import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJson } from '../provider-answers.ts';
import { noteEntry } from '../request-entries.ts';
import type { AirtelRefusal } from './refusals.ts';

/** What went well, in the rail's codes. `resultCode` is `ESB000010` unless the answer says otherwise. */
type AirtelStatus = { message: string; responseCode: string; resultCode?: string; success?: boolean };

/** Replies with HTTP 200, data and the rail's status envelope (fact 4). */
export const sendData = (
  reply: FastifyReply,
  data: object,
  { message, responseCode, resultCode = 'ESB000010', success = true }: AirtelStatus,
): FastifyReply =>
  sendJson(reply, 200, {
    data,
    status: { code: '200', message, result_code: resultCode, response_code: responseCode, success },
  });

/** Replies with a refusal in the rail's status envelope, whatever its HTTP status. */
export const sendAirtelRefusal = (
  request: FastifyRequest,
  reply: FastifyReply,
  { http, message, resultCode, responseCode }: AirtelRefusal,
): FastifyReply => {
  noteEntry(request, { errorCode: responseCode ?? resultCode ?? null });
  const code = String(http === 200 ? 400 : http);
  return sendJson(reply, http, {
    status: { code, message, result_code: resultCode, response_code: responseCode, success: false },
  });
};

/** Replies as the rail's OAuth layer does: `{error, error_description}` (fact 2). */
export const sendOauthError = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  error: string,
  description: string,
): FastifyReply => {
  noteEntry(request, { errorCode: error });
  return sendJson(reply, status, { error, error_description: description });
};
