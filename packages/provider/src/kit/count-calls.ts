import type { Meter, PromptState, ProviderAnswer, Trial } from '@tillgate/domain';
import { type RailAccount, type RailName, traitsOf } from '@tillgate/domain/rails';

type Answer = ProviderAnswer<object> | PromptState | { kind: 'told' } | Trial;

/** Different codes that one process counts. Whatever comes after them is `other`. */
const codesMax = 60;
/** A code of any network: words, or numbers with dots. Never long digits, which may be a phone number. */
const codePattern = /^(?!.*\d{7})[\w.:-]{1,32}$/;

/** Makes operations of a connection that count their outcome, the code of a refusal and the time that they took. */
export function createCallCount<Connection>(connection: Connection, meter: Meter | undefined) {
  const codes = new Set<string>();
  const labelOf = (rail: RailName, code: string) => {
    if (codes.has(code)) return code;
    const isCode = codePattern.test(code) || traitsOf[rail].ownCodes?.test(code);
    if (codes.size >= codesMax || !isCode) return 'other';
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
      meter.providerCalls({ operation, environment, outcome, code: code === '' ? '' : labelOf(rail, code), rail });
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
