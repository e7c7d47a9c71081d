import type { ProviderAnswer, TooLateCode } from '@tillgate/domain';
import { rejected, unreachable } from './answers.ts';
import { type AuthorizedAnswer, callWithToken } from './authorized-call.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { type HttpAnswer, startRefused } from './http.ts';
import type { JsonObject } from './json.ts';
import { safeText, withoutSecrets } from './safe-text.ts';
import type { AccountWithTokens } from './token-issuer.ts';

const phonePattern = /(?<!\d)(?:254|0)?[17]\d{8}(?!\d)/g;
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
};

/**
 * Makes the call once. Repeats it only after the provider refused the access token. Everything ends at the deadline.
 * Never throws. Neither the outcome nor the log contains a secret of the account.
 */
export async function postAsAccount<Accepted, Account extends AccountWithTokens>(
  connection: Connection<Account>,
  account: Account,
  operation: Operation<Accepted>,
  deadline: Deadline,
): Promise<ProviderAnswer<Accepted>> {
  const { http, log, clock, baseUrlOf } = connection;
  const { sendBefore } = operation;
  const startedMs = performance.now();
  const secrets = connection.secretsOf(account);
  const answer = await callWithToken(connection, account, deadline, (token) => {
    const body = operation.body();
    secrets.push(token, ...operation.secretFields.map((name) => String(body[name])));
    return http.send(
      {
        method: 'POST',
        url: `${baseUrlOf(account)}${operation.path}`,
        headers: { authorization: `Bearer ${token}` },
        body,
        mayStart: sendBefore && (() => clock.now() < sendBefore),
      },
      deadline,
    );
  });
  const outcome = outcomeWithoutSecrets(outcomeOf(withoutSecretsOf(answer, secrets), operation.classify), secrets);
  log[levelOf(outcome)](
    {
      environment: account.environment,
      shortcode: account.shortcode,
      answer: outcome.kind,
      code: outcome.kind === 'rejected' ? outcome.code : undefined,
      reason: reasonOf(outcome),
      statusCode: answer.kind === 'answered' ? answer.statusCode : undefined,
      durationMs: Math.round(performance.now() - startedMs),
    },
    operation.logMessage,
  );
  return outcome;
}

function levelOf(outcome: ProviderAnswer<object>): 'debug' | 'info' | 'warn' {
  if (outcome.kind === 'accepted') return 'debug';
  return outcome.kind === 'rejected' && outcome.by === 'provider' ? 'info' : 'warn';
}

/** For the log, without phone numbers: why it was not accepted, as far as the provider said anything. */
function reasonOf(outcome: ProviderAnswer<object>): string | undefined {
  if (outcome.kind === 'accepted') return undefined;
  const reason = outcome.kind === 'rejected' ? outcome.description : outcome.cause;
  return reason.replace(phonePattern, '***');
}

/** The answer without secrets in its text, before anything is taken out of it that would make them unrecognizable. */
function withoutSecretsOf(answer: AuthorizedAnswer, secrets: readonly string[]): AuthorizedAnswer {
  return answer.kind === 'answered' ? { ...answer, text: withoutSecrets(answer.text, secrets) } : answer;
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

function outcomeWithoutSecrets<Accepted>(
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
