import type { Meter, PromptState, ProviderAnswer, RailAccount, Trial } from '@tillgate/domain';

type Answer = ProviderAnswer<object> | PromptState | { kind: 'told' } | Trial;

/** Different codes that one process counts. Whatever comes after them is `other`. */
const codesMax = 60;
/** A code of any network: words, or numbers with dots. Never long digits, which may be a phone number. */
const codePattern = /^(?!.*\d{7})[\w.:-]{1,32}$/;

/**
 * Makes operations of a connection that count their outcome, the code of a refusal and the time that they took.
 * @param isOwnCode whether a code of another form is one of the network
 */
export function createCallCount<Connection>(
  connection: Connection,
  meter: Meter | undefined,
  isOwnCode: (code: string) => boolean = () => false,
) {
  const codes = new Set<string>();
  const labelOf = (code: string) => {
    if (codes.has(code)) return code;
    if (codes.size >= codesMax || !(codePattern.test(code) || isOwnCode(code))) return 'other';
    codes.add(code);
    return code;
  };
  return <Account extends Pick<RailAccount, 'environment' | 'rail'>, Rest extends unknown[], Answered extends Answer>(
    operation: string,
    call: (connection: Connection, account: Account, ...rest: Rest) => Promise<Answered>,
  ) =>
    async (account: Account, ...rest: Rest): Promise<Answered> => {
      if (!meter) return call(connection, account, ...rest);
      const startedMs = performance.now();
      const answer = await call(connection, account, ...rest);
      const { environment, rail } = account;
      const { outcome, code } = outcomeOf(answer);
      meter.providerCalls({ operation, environment, outcome, code: code === '' ? '' : labelOf(code), rail });
      meter.providerSeconds({ operation, environment, rail }, (performance.now() - startedMs) / 1000);
      return answer;
    };
}

/** `unreachable`: nothing was sent. `unknown`: it was sent, and no answer proves what became of it. */
function outcomeOf(answer: Answer): { outcome: string; code: string } {
  if ('ok' in answer) return { outcome: answer.ok ? 'accepted' : 'rejected', code: '' };
  switch (answer.kind) {
    case 'accepted':
    case 'told':
      return { outcome: 'accepted', code: '' };
    case 'not_found':
      return { outcome: 'rejected', code: answer.code };
    case 'no_answer':
      return { outcome: 'unknown', code: '' };
    case 'unknown':
      return { outcome: 'unknown', code: answer.upstream?.code ?? '' };
    case 'rejected':
      return { outcome: answer.by === 'provider' ? 'rejected' : 'unreachable', code: answer.code };
  }
}
