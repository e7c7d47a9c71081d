import type { AckKind } from '../scenario.ts';
import type { AirtelRefusal } from './refusals.ts';
import type { CollectionResultName } from './results.ts';

/**
 * How the simulator replies to a collection. `ack_without_id` says `false` where the id belongs, `drop` cuts the
 * connection before anything was taken, `token_once` refuses the token of every other call.
 */
type AnswerKind = AckKind | 'ack_after_notice' | 'ack_without_id' | 'drop' | 'token_once';

/** Which notices follow the outcome. `failed_first` sends an intermediate TF before the truth. */
export type NoticeBehaviour = 'once' | 'twice' | 'none' | 'late' | 'unsigned' | 'wrong_hash' | 'failed_first';

/** What enquiries say: the truth; `unknown_first` and `ti_first` for the first two; TA for ever. */
export type EnquiryBehaviour = 'truth' | 'unknown_first' | 'ti_first' | 'ta';

/**
 * What a refund of the row's payment does. `doubtful` says `success: false` beside the message `SUCCESS`, as one copy of
 * the documents has it.
 */
export type RefundBehaviour = { isDone: boolean } & (
  | { kind: 'plain' | 'cut' | 'doubtful' }
  | { kind: 'answer'; refusal: AirtelRefusal }
);

/** One row of the magic table of collections. With a null `result`, only a person answers the prompt. */
export type CollectionScenario = {
  slug: string;
  number: number;
  phone: string;
  group: 'result' | 'transport' | 'refund';
  title: string;
  answer: AnswerKind | AirtelRefusal;
  /** Whether the rail takes the request, whatever it replies. */
  isTaken: boolean;
  result: CollectionResultName | null;
  notice: NoticeBehaviour;
  enquiry: EnquiryBehaviour;
  refund: RefundBehaviour;
};
