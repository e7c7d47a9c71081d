import { isoOrNull } from '../iso-time.ts';
import type { DisbursementFields } from './disbursement-fields.ts';
import type { DisbursementScenario } from './disbursement-magic.ts';
import type { AirtelResult } from './results.ts';

/** The end of a payout. `receipt` is what the receiver's message shows, null unless it was paid. */
type DisbursementOutcome = Pick<AirtelResult, 'letters' | 'code' | 'message'> & { receipt: string | null };

/** A payout that the rail took. It ends in the same call. Times are epoch milliseconds. */
export type Disbursement = Omit<DisbursementFields, 'pin'> & {
  clientId: string;
  phone: string;
  scenario: DisbursementScenario;
  createdAtMs: number;
  outcome: DisbursementOutcome;
  enquiries: number;
  /** How often the same id was sent again and refused. */
  repeats: number;
};

/** The composed text that answers have as `airtel_money_id` of a payout (fact 8); the receipt is another one. */
export const moneyIdOf = ({ id, outcome }: Disbursement): string | null =>
  outcome.receipt === null ? null : `disbursement-${outcome.receipt}-${id}`;

/** A payout as the admin API shows it: the truth, whatever the rail told. `amountMoved` is whole KES. */
export const renderDisbursement = (disbursement: Disbursement) => {
  const { scenario, createdAtMs, outcome, ...fields } = disbursement;
  return {
    ...fields,
    scenario: scenario.slug,
    outcome,
    amountMoved: outcome.receipt === null ? 0 : fields.amount,
    createdAt: isoOrNull(createdAtMs),
  };
};

export type DisbursementView = ReturnType<typeof renderDisbursement>;
