import { type AuthorizedAnswer, callWithToken } from './authorized-call.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import type { JsonObject } from './json.ts';
import { withoutSecrets } from './safe-text.ts';
import type { AccountWithTokens } from './token-issuer.ts';

/** One call to a network on behalf of an account. */
export type AccountCall = {
  /** `POST` unless it says otherwise. */
  method?: 'GET' | 'POST';
  /** Below the base URL; it begins with a slash. */
  path: string;
  /** Called for every attempt. Absent when there is no body. */
  body?: () => JsonObject;
  /** Names of the body fields that hold secrets. */
  secretFields?: readonly string[];
  /** Headers beside the token, made for every attempt from the text of the body as it will be sent. */
  headers?: (body: string) => Record<string, string>;
  /** Names of the headers that hold secrets. */
  secretHeaders?: readonly string[];
  /** After this moment nothing is sent. Undefined for what moves nothing. */
  sendBefore?: Date | undefined;
};

/**
 * Makes the call once. Repeats it only after the network refused the access token. Everything ends at the deadline.
 * Never throws. The text of the answer is without secrets; `secrets` are those to mask in all else that it says.
 */
export async function callAsAccount<Account extends AccountWithTokens>(
  connection: Connection<Account>,
  account: Account,
  call: AccountCall,
  deadline: Deadline,
): Promise<{ answer: AuthorizedAnswer; secrets: string[] }> {
  const { http, clock, baseUrlOf } = connection;
  const { sendBefore, secretFields = [], secretHeaders = [] } = call;
  const secrets = connection.secretsOf(account);
  const answer = await callWithToken(connection, account, deadline, (token) => {
    const body = call.body?.();
    const text = body && JSON.stringify(body);
    const headers = call.headers?.(text ?? '') ?? {};
    secrets.push(token, ...secretFields.map((name) => String(body?.[name])));
    secrets.push(...secretHeaders.map((name) => headers[name]).filter((value) => value !== undefined));
    return http.send(
      {
        method: call.method ?? 'POST',
        url: `${baseUrlOf(account)}${call.path}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(text !== undefined && { body: text }),
        mayStart: sendBefore && (() => clock.now() < sendBefore),
      },
      deadline,
    );
  });
  // Before anything is taken out of the text that would make a secret unrecognizable.
  const shown = answer.kind === 'answered' ? { ...answer, text: withoutSecrets(answer.text, secrets) } : answer;
  return { answer: shown, secrets };
}
