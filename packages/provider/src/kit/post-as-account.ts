import type { ProviderAnswer, TooLateCode } from '@tillgate/domain';
import { rejected, unreachable } from './answers.ts';
import type { AuthorizedAnswer } from './authorized-call.ts';
import { type AccountCall, callAsAccount } from './call-as-account.ts';
import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { type HttpAnswer, startRefused } from './http.ts';
import { safeText } from './safe-text.ts';
import type { AccountWithTokens } from './token-issuer.ts';

const phonePattern = /(?<!\d)(?:254|0)?[17]\d{8}(?!\d)/g;
const tooLateCode: TooLateCode = 'too_late';

/** A call whose answer is one of {@link ProviderAnswer}. */
type Operation<Accepted> = AccountCall & {
  /** Pure. What it takes from the answer without masking `secrets` must hold none of them. */
  classify: (answer: HttpAnswer, secrets: readonly string[]) => ProviderAnswer<Accepted>;
  /** The log message, in the past tense. */
  logMessage: string;
};

/**
 * Makes the call as {@link callAsAccount} does, judges its answer and writes a log line. Never throws. Neither the outcome
 * nor the log contains a secret of the account.
 */
export async function postAsAccount<Accepted, Account extends AccountWithTokens>(
  connection: Connection<Account>,
  account: Account,
  operation: Operation<Accepted>,
  deadline: Deadline,
): Promise<ProviderAnswer<Accepted>> {
  const { log, aboutOf } = connection;
  const startedMs = performance.now();
  const { answer, secrets } = await callAsAccount(connection, account, operation, deadline);
  const judged = outcomeOf(answer, (answered) => operation.classify(answered, secrets));
  const outcome = outcomeWithoutSecrets(judged, secrets);
  log[levelOf(outcome)](
    {
      ...aboutOf(account),
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

function outcomeOf<Accepted>(
  answer: AuthorizedAnswer,
  classify: (answer: HttpAnswer) => ProviderAnswer<Accepted>,
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
