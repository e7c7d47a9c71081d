import type { ProviderAccount } from '@tillgate/domain';
import { isSuccess } from '../kit/answers.ts';
import type { Deadline } from '../kit/deadline.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { Http, HttpAnswer } from '../kit/http.ts';
import { joinPresent } from '../kit/json.ts';
import { readToken, unavailable } from '../kit/read-token.ts';
import { safeText, withoutSecrets } from '../kit/safe-text.ts';
import type { FetchedToken } from '../kit/token-issuer.ts';
import { apiErrorOf } from './api-error.ts';

/** How long a token is used whose life the provider does not say. A token error ends it earlier. */
const lifetimeDefaultSeconds = 300;

/** Requests a new access token, once. The provider revokes the previous token. */
export async function fetchToken(
  http: Http,
  baseUrl: string,
  account: ProviderAccount,
  deadline: Deadline,
): Promise<FetchedToken> {
  const basic = Buffer.from(`${account.consumerKey}:${account.consumerSecret}`).toString('base64');
  const answer = await http.send(
    {
      method: 'GET',
      url: `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`,
      headers: { authorization: `Basic ${basic}` },
    },
    deadline,
  );
  const secrets = [basic, account.consumerKey, account.consumerSecret];
  const outcome = classifyOAuth(
    answer.kind === 'answered' ? { ...answer, text: withoutSecrets(answer.text, secrets) } : answer,
  );
  if (outcome.kind === 'token') return outcome;
  return { ...outcome, description: safeText(outcome.description, secrets) };
}

/** Classifies the answer to a token request. Pure. `expires_in` comes as a number or as a string. */
function classifyOAuth(answer: HttpAnswer): FetchedToken {
  if (answer.kind !== 'answered') return unavailable(`The provider gave no access token (${answer.cause}).`);
  const { statusCode, json } = answer;
  const { errorCode, faultCode, message } = apiErrorOf(json);
  const code = errorCode ?? faultCode;
  if (isSuccess(answer) && code === undefined) {
    return readToken(json, lifetimeDefaultSeconds);
  }
  const said = joinPresent([`HTTP ${statusCode}`, code, message || excerptOf(answer)]);
  if (statusCode === 400 || statusCode === 401 || errorCode?.startsWith('40') === true) {
    return {
      kind: 'failed',
      code: 'token_refused',
      description: `The provider refused the consumer key and secret (${said}).`,
    };
  }
  return unavailable(`The provider gave no access token (${said}).`);
}
