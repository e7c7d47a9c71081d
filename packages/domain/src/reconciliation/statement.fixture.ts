export const usualHeader = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
];

/** A row of the usual columns from the given values. */
export function usualRow(given: {
  receipt: string;
  time?: string;
  status?: string;
  paidIn?: string;
  withdrawn?: string;
  balance?: string;
  type?: string;
  details?: string;
  other?: string;
  linked?: string;
  reference?: string;
}): string[] {
  const time = given.time ?? '20-11-2026 13:24:11';
  return [
    given.receipt,
    time,
    time,
    given.details ?? '',
    given.status ?? 'Completed',
    given.paidIn ?? '',
    given.withdrawn ?? '',
    given.balance ?? '',
    'true',
    given.type ?? '',
    given.other ?? '',
    given.linked ?? '',
    given.reference ?? '',
  ];
}
