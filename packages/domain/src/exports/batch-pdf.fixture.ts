import { extractText, getDocumentProxy } from 'unpdf';
import type { BatchWords } from './batch-pdf-words.ts';

/** Words of a batch for tests. The dashboard has those of people, in every language. */
export const batchWords: BatchWords = {
  batch: 'Payout batch',
  statuses: {
    ...{ checking: 'Checking', draft: 'Draft', awaiting_approval: 'Waiting', approved: 'Approved', running: 'Paying' },
    ...{ paused: 'Paused', ended: 'Completed', cancelled: 'Cancelled', rejected: 'Rejected', expired: 'Expired' },
  },
  new: { purposes: { SalaryPayment: 'Salaries', BusinessPayment: 'Business', PromotionPayment: 'Promotions' } },
  figures: { amount: 'To pay' },
  facts: {
    ...{ title: 'Details', purpose: 'Kind', file: 'File', rows: 'Rows in the list', createdBy: 'Created by' },
    ...{ submittedBy: 'Sent by', approvedBy: 'Approved by', scheduled: 'Pay from', started: 'Started', ended: 'Ended' },
    id: 'Batch ID',
  },
  fields: {
    ...{ phone: 'Phone', amount: 'Amount', name: 'Name', reference: 'Reference' },
    ...{ remarks: 'Remarks', occasion: 'Occasion' },
  },
  rows: {
    ...{ number: 'Row', receipt: 'Receipt', unread: 'Not readable' },
    filters: { paid: 'Paid', failed: 'Failed', open: 'Open', skipped: 'Left out', refused: 'Refused' },
  },
  states: {
    ...{ good: 'Good', refused: 'Refused', skipped: 'Left out', handed: 'Sent' },
    ...{ paid: 'Paid', open: 'Open', failed: 'Failed' },
  },
  skipped: { excluded: 'The approver left it out.', other: 'Refused before it was sent ({code}).' },
  problems: {
    not_a_phone: '“{text}” is no phone.',
    not_an_amount: '“{text}” is no amount.',
    missing: '{field} is empty.',
    reference_twice: '“{text}” is also in {others}.',
  } as BatchWords['problems'],
  actors: {
    ...{
      person: 'A former member',
      key: 'API key {name} (…{lastFour})',
      unknownKey: 'unknown',
      operator: 'The operator',
    },
    ...{ provider: 'M-PESA', system: 'Tillgate', visitor: 'A visitor', unknown: 'Unknown' },
  },
  pdf: {
    ...{ asOf: 'As of {time}', notFinal: 'Not final', notEnded: 'Not final: it has not ended.' },
    ...{ rowsOpen: 'Not final. Open rows: {count}', organization: 'Organization', application: 'Application' },
    ...{ environment: 'Environment', environments: { sandbox: 'Sandbox', production: 'Production' } },
    ...{
      alone: 'Nobody else had to approve it',
      figures: 'Result',
      unread: 'In no sum: {count}',
      notPaid: 'Not paid',
      open: 'Still open',
    },
    ...{ waiting: 'Not sent yet', paid: 'Paid', nonePaid: 'No row was paid.', amount: 'Amount (KES)', reason: 'Why' },
    ...{ time: 'Time (EAT)', total: 'Total ({count})', otherRow: 'row {number}', page: 'Page {page} of {pages}' },
  },
};

/** What a reader of PDF files finds on each page, with one blank between words. */
export async function pagesOf(file: Uint8Array): Promise<string[]> {
  // The reader keeps the bytes that it is given.
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(file)));
  return text.map((page) => page.replaceAll(/\s+/g, ' ').trim());
}
