import type { DisbursementDoor, DisbursementKind } from '@tillgate/db';
import type { Decoded } from '../catalogue/index.ts';
import { explainCode, type RailName } from '../rails/index.ts';

type Settled = {
  kind: DisbursementKind;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: DisbursementDoor | null;
  /** Without it, the network is known by its codes alone. */
  rail?: RailName;
};

/** The meaning of a payout's or reversal's result, which depends on its door; null without a result. */
export function reasonOf({ kind, resultCode, resultDesc, settledBy, rail }: Settled): Decoded | null {
  if (resultCode === null) return null;
  const as = settledBy === 'push' ? 'answer' : 'result';
  return explainCode({ code: resultCode, message: resultDesc }, { of: kind, as }, rail);
}
