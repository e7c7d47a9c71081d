import type { ProviderAccount, ProviderAnswer, TooLateCode } from '@tillgate/domain';
import { safeText } from './api-error.ts';
import { type AuthorizedAnswer, callWithToken } from './authorized-call.ts';
import { rejected, unreachable } from './classify-call.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { type HttpAnswer, type HttpRequest, startRefused } from './http.ts';
import type { JsonObject } from './json.ts';

const tooLateCode: TooLateCode = 'too_late';

/** One POST to the provider on behalf of an account. */
type Operation<Accepted> = {
  path: string;
  /** Called for every attempt. */
  body: () => JsonObject;
  /** Names of the body fields that hold secrets. */
  secretFields: readonly string[];
  classify: (answer: HttpAnswer) => ProviderAnswer<Accepted>;
  /** The log message, in the past tense. */
  logMessage: string;
  /** After this moment nothing is sent. Undefined for what moves nothing. */
  sendBefore?: Date | undefined;
  /** Also passes the response body to `classify` as text. */
  asText?: HttpRequest['asText'];
};

/**
 * Makes the call once. Repeats it only after the provider refused the access token. Everything ends at the deadline.
 * Never throws. Neither the outcome nor the log contains a secret of the account.
 */
export async function postAsAccount<Accepted>(
  connection: Connection,
  account: ProviderAccount,
  operation: Operation<Accepted>,
  deadline: Deadline,
): Promise<ProviderAnswer<Accepted>> {
  const { http, tokens, log, clock, baseUrlOf } = connection;
  const { sendBefore } = operation;
  const startedMs = performance.now();
  const secrets = secretsOf(account);
  const answer = await callWithToken(tokens, account, deadline, (token) => {
    const body = operation.body();
    secrets.push(token, ...operation.secretFields.map((name) => String(body[name])));
    return http.send(
      {
        method: 'POST',
        url: `${baseUrlOf(account)}${operation.path}`,
        headers: { authorization: `Bearer ${token}` },
        body,
        asText: operation.asText,
        mayStart: sendBefore && (() => clock.now() < sendBefore),
      },
      deadline,
    );
  });
  const outcome = withoutSecrets(outcomeOf(answer, operation.classify), secrets);
  log[outcome.kind === 'unknown' ? 'warn' : 'debug'](
    {
      environment: account.environment,
      shortcode: account.shortcode,
      outcome: outcome.kind,
      code: outcome.kind === 'rejected' ? outcome.code : undefined,
      statusCode: answer.kind === 'answered' ? answer.statusCode : undefined,
      durationMs: Math.round(performance.now() - startedMs),
    },
    operation.logMessage,
  );
  return outcome;
}

function outcomeOf<Accepted>(
  answer: AuthorizedAnswer,
  classify: Operation<Accepted>['classify'],
): ProviderAnswer<Accepted> {
  if (answer.kind === 'failed') return outcomeWithoutToken(answer);
  if (answer.kind === 'never_sent' && answer.cause === startRefused) {
    return unreachable(tooLateCode, 'It was not sent within the time that it had.');
  }
  return classify(answer);
}

/** The values of an account that must never be shown. */
export function secretsOf(account: ProviderAccount): string[] {
  const { consumerKey, consumerSecret, passkey, initiator } = account;
  return [consumerKey, consumerSecret, passkey, ...(initiator === null ? [] : [initiator.password, initiator.name])];
}

function withoutSecrets<Accepted>(
  outcome: ProviderAnswer<Accepted>,
  secrets: readonly string[],
): ProviderAnswer<Accepted> {
  switch (outcome.kind) {
    case 'rejected':
      return {
        ...outcome,
        code: safeText(outcome.code, secrets),
        description: safeText(outcome.description, secrets),
      };
    case 'unknown':
      return {
        ...outcome,
        cause: safeText(outcome.cause, secrets),
        ...(outcome.upstream && {
          upstream: {
            code: safeText(outcome.upstream.code, secrets),
            description: safeText(outcome.upstream.description, secrets),
          },
        }),
      };
    default:
      return outcome;
  }
}

/** A refused consumer key is a rejection by the provider. Without a token for any other reason, nothing was sent. */
function outcomeWithoutToken({ code, description }: { code: string; description: string }) {
  return code === 'token_refused' ? rejected(code, description) : unreachable(code, description);
}
