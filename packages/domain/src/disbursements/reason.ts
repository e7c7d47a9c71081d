import type { DisbursementDoor, DisbursementKind } from '@tillgate/db';
import { type Decoded, decode } from '../catalogue/index.ts';

type Settled = {
  kind: DisbursementKind;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: DisbursementDoor | null;
};

/** The meaning of a payout's or reversal's result, which depends on its door; null without a result. */
export function reasonOf({ kind, resultCode, resultDesc, settledBy }: Settled): Decoded | null {
  if (resultCode === null) return null;
  if (settledBy !== 'push') return decodeResult({ kind, resultCode, resultDesc });
  const api = kind === 'payout' ? 'b2c' : 'reversal';
  return decode({ family: 'api', api, phase: 'sync', code: resultCode, message: resultDesc });
}

/** The meaning of a result that came after the request. */
export function decodeResult(result: {
  kind: DisbursementKind;
  resultCode: string;
  resultDesc: string | null;
}): Decoded {
  const { kind, resultCode: code, resultDesc: message } = result;
  return decode({ family: 'c2b_b2c', api: kind === 'payout' ? 'b2c' : 'reversal', phase: 'callback', code, message });
}
