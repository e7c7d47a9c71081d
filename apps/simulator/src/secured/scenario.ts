import type { AckKind, RefusingBehaviour } from '../scenario.ts';
import type { SecuredResultName } from './result-codes.ts';

export type Operation = 'payout' | 'reversal' | 'status' | 'balance' | 'b2b';

/** How the simulator replies to the request itself. */
type RequestBehaviour = { kind: AckKind | 'ack_after_result' } | RefusingBehaviour;

/** How the simulator posts the result to the ResultURL. `more_follows` sends ResultType 1 first, then 0. */
type ResultBehaviour = 'once' | 'twice' | 'contradict' | 'late' | 'lost' | 'never' | 'more_follows';

/** What the simulator posts to the QueueTimeOutURL before any result: nothing, the request itself, or a Result. */
type TimeoutBehaviour = 'none' | 'payload' | 'result';

/** The forms of a result. The provider's results vary in the same ways; most have the plain one. */
type ResultForm = 'plain' | 'duplicates' | 'sparse' | 'reordered' | 'text_codes';

/**
 * One row of the magic table of the secured operations. With a null `result`, the ordinary rules decide.
 * `executed` says whether the core executes the request: `expired` ends in the queue, `unknown` never reaches the core.
 */
export type SecuredScenario = {
  slug: string;
  number: number;
  group: 'result' | 'transport' | 'answer';
  title: string;
  operations: readonly Operation[];
  request: RequestBehaviour;
  result: SecuredResultName | null;
  secondResult: SecuredResultName | null;
  executed: 'yes' | 'expired' | 'unknown';
  delivery: ResultBehaviour;
  timeout: TimeoutBehaviour;
  form: ResultForm;
  /** The TransactionStatus that a status inquiry reports. */
  transactionStatus: string | null;
};
