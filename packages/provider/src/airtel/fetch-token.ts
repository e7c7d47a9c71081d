import { isSuccess } from '../kit/answers.ts';
import type { Deadline } from '../kit/deadline.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { Http, HttpAnswer } from '../kit/http.ts';
import { asObject, codeText, field, joinPresent } from '../kit/json.ts';
import { readToken, unavailable } from '../kit/read-token.ts';
import { safeText, withoutSecrets } from '../kit/safe-text.ts';
import type { FetchedToken } from '../kit/token-issuer.ts';
import type { AirtelAccount } from './account.ts';

/** The documented life of a token, for an answer that does not say. */
const lifetimeDefaultSeconds = 180;
const refusals: ReadonlySet<string | undefined> = new Set(['invalid_client', 'unauthorized_client']);

/** Requests a new access token, once. One token serves all products. Never throws. */
export async function fetchToken(
  http: Http,
  baseUrl: string,
  { clientId, clientSecret }: AirtelAccount,
  deadline: Deadline,
): Promise<FetchedToken> {
  const answer = await http.send(
    {
      method: 'POST',
      url: `${baseUrl}/auth/oauth2/token`,
      headers: { accept: '*/*' },
      body: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' },
    },
    deadline,
  );
  const secrets = [clientId, clientSecret];
  const outcome = classifyToken(
    answer.kind === 'answered' ? { ...answer, text: withoutSecrets(answer.text, secrets) } : answer,
  );
  if (outcome.kind === 'token') return outcome;
  return { ...outcome, description: safeText(outcome.description, secrets) };
}

/** Classifies the answer to a token request. Pure. `expires_in` comes as a number and as a text. */
export function classifyToken(answer: HttpAnswer): FetchedToken {
  if (answer.kind !== 'answered') return unavailable(`The provider gave no access token (${answer.cause}).`);
  const { statusCode, json } = answer;
  const error = codeText(field(json, 'error'));
  if (isSuccess(answer) && error === undefined) return readToken(json, lifetimeDefaultSeconds);
  const said = joinPresent([`HTTP ${statusCode}`, error, excerptOf(answer)]);
  if (refusals.has(error) || statusCode === 400 || statusCode === 401) {
    return {
      kind: 'failed',
      code: 'token_refused',
      description: `The provider refused the client id and secret (${said}).`,
    };
  }
  return unavailable(`The provider gave no access token (${said}).`);
}

/**
 * True when the network refused the access token: HTTP 401, or 403 with `invalid_token`. An answer with a status or a
 * transaction comes from behind the gateway, so the call must not be repeated.
 */
export function isTokenError(answer: HttpAnswer): boolean {
  if (answer.kind !== 'answered') return false;
  const { statusCode, json } = answer;
  if (asObject(field(json, 'status')) !== undefined || field(json, 'data') !== undefined) return false;
  return statusCode === 401 || (statusCode === 403 && field(json, 'error') === 'invalid_token');
}
