import type { Role } from '@tillgate/db';
import type { Seat } from './standing.ts';

/** A seat that has counted for long. */
export function settledSeat(userId: string, role: Role = 'finance'): Seat {
  return {
    userId,
    role,
    roleSince: new Date('2020-01-01T00:00:00Z'),
    vouchedBy: null,
    confirmedAt: null,
    requiredSignIn: null,
    firstFactorAt: null,
    factorsEndedAt: null,
    waysInConfirmedAt: null,
  };
}
