import type { ResultName } from './results.ts';

/** A refusal: the API's error envelope, an HTML page of the gateway, or an Apigee fault. */
export type Refusal =
  | { form: 'envelope'; status: number; errorCode: string; errorMessage: string }
  | { form: 'html'; status: number; title: string }
  | { form: 'fault'; status: number; faultstring: string; errorcode: string };

/** How the simulator replies to a request that it accepts. */
export type AckKind = 'ack' | 'slow_ack' | 'cut' | 'unreadable_ack' | 'gateway_page';

/** How the simulator refuses a request, or leaves it without a reply. */
export type RefusingBehaviour =
  | { kind: 'hang' | 'token_refused_once' | 'token_refused' }
  | { kind: 'refuse'; refusal: Refusal };

/** How the simulator replies to the push request itself. */
type PushBehaviour = { kind: AckKind | 'ack_after_callback' } | RefusingBehaviour;

/** How the simulator posts the outcome to the CallBackURL. */
export type CallbackBehaviour = 'once' | 'twice' | 'contradict' | 'late' | 'lost' | 'reordered' | 'other_amount';

/** How the simulator replies to status queries. */
export type QueryBehaviour = 'normal' | 'only_4999' | 'only_500' | 'envelope_200' | 'noisy' | 'spike_arrest';

/** One row of the magic table of prompts. With a null `result`, only the admin API answers the prompt. */
export type Scenario = {
  slug: string;
  amount: number;
  phone: string;
  group: 'result' | 'transport';
  title: string;
  push: PushBehaviour;
  result: ResultName | null;
  secondResult: ResultName | null;
  callback: CallbackBehaviour;
  query: QueryBehaviour;
};
