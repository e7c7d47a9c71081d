/** What every ready query takes. */
export type Variables = {
  environment: 'sandbox' | 'production';
  applicationId: string;
  from: string;
  to: string;
};

const daysBefore = 29;
const dayMs = 24 * 3_600_000;
/** Days are those of the reports' own time zone. */
const dayOf = (moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(moment);

/** The thirty days that end now. */
export function periodUntil(now: Date): { from: string; to: string } {
  return { from: dayOf(new Date(now.getTime() - daysBefore * dayMs)), to: dayOf(now) };
}

const tenant = '$environment: Environment!, $applicationId: ID';
const period = `
  ${tenant},
  $from: Date!, $to: Date!
`;
const where = 'environment: $environment, applicationId: $applicationId';
const within = `
    ${where},
    from: $from, to: $to`;

/** Questions that finance asks, by the names of their texts. */
export const readyQueries = {
  collected: `query Collected(${period}) {
  collectionsReport(${within}, interval: day) {
    current {
      total { gross refunded net succeeded failed successRate average }
      rows { label gross net }
    }
    previous { from to total { gross net succeeded } }
  }
}`,
  reasons: `query FailuresByReason(${period}) {
  collectionsReport(${within}, interval: total, groupBy: reason) {
    current { groups { group failed } }
    previous { groups { group failed } }
  }
}`,
  sources: `query CollectedBySource(${period}) {
  collectionsReport(${within}, interval: week, groupBy: source) {
    current { groups { group gross succeeded failed successRate } rows { label group gross } }
  }
}`,
  settlement: `query SettledByShortcode(${period}) {
  settlementReport(${within}, interval: day, groupBy: shortcode) {
    current {
      groups { group collected exactCollected refunded paidOut net }
      rows { label group collected refunded paidOut net }
    }
  }
}`,
  payouts: `query PaidOut(${period}) {
  payoutsReport(${within}, interval: week) {
    current { total { amount succeeded failed pending average } rows { label amount succeeded } }
    previous { total { amount succeeded } }
  }
}`,
  balances: `query Balances(${period}) {
  balancesReport(${within}, interval: day) {
    readings { shortcode answeredAt accounts { name available current } }
  }
}`,
  payments: `query LatestPayments(${tenant}) {
  payments(${where}, first: 20) {
    totalCount { value isCapped }
    edges { node { receipt amount netAmount netStatus accountReference createdAt refunds { amount status } } }
    pageInfo { hasNextPage endCursor }
  }
}`,
  waiting: `query WaitingForAPerson(${tenant}) {
  payments(${where}, first: 50, filter: { needsReview: true }) {
    totalCount { value isCapped }
    edges { node { paymentId status amount receipt createdAt decodedError { title fix } } }
  }
}`,
  failedPayouts: `query FailedPayouts(${tenant}) {
  disbursements(${where}, first: 50, filter: { kind: payout, status: failed }) {
    totalCount { value isCapped }
    edges { node { disbursementId amount maskedPhone createdAt decodedError { title cause fix } } }
  }
}`,
  exceptions: `query OpenExceptions(${tenant}) {
  exceptions(${where}, first: 50) {
    totalCount { value isCapped }
    edges { node { reason sentence shortcode receipt amount foundAt } }
    pageInfo { hasNextPage endCursor }
  }
}`,
} as const;

export type ReadyQuery = keyof typeof readyQueries;
