import type { Refusal } from '../scenario.ts';

/** How the simulator replies to `simulate`. */
type SimulateBehaviour =
  | { kind: 'ack' | 'ack_after_confirmation' | 'cut' | 'hang' }
  | { kind: 'refuse'; refusal: Refusal };

/** One row of the magic table of offline payments. */
export type C2bScenario = {
  slug: string;
  number: number;
  group: 'form' | 'transport';
  title: string;
  request: SimulateBehaviour;
  /** `by_version` masks the phone in v2 and hashes it in v1. */
  phone: 'by_version' | 'plain' | 'masked' | 'hashed';
  amount: 'decimals' | 'whole' | 'cents';
  names: 'first' | 'all' | 'absent';
  /** Null means "Pay Bill" or "Buy Goods", depending on the shortcode. */
  transactionType: string | null;
  validation: 'by_setting' | 'skipped';
  confirmation: 'once' | 'twice' | 'late' | 'lost' | 'abandoned';
};

/** One magic shortcode of `registerurl`. */
export type RegistrationScenario = {
  shortcode: string;
  slug: string;
  title: string;
  answer: { kind: 'once' | 'old_form' | 'old_repeat' | 'hang' | 'v1_only' } | { kind: 'refuse'; refusal: Refusal };
};
