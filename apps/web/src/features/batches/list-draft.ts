import type { ListFacts } from './send-list.ts';
import type { Unclear } from './types.ts';

export const purposes = ['SalaryPayment', 'BusinessPayment', 'PromotionPayment'] as const;
export const payoutFields = ['phone', 'amount', 'name', 'reference', 'remarks', 'occasion'] as const;
export type PayoutField = (typeof payoutFields)[number];

/** The columns that a person chose, counted from 0. */
export type Chosen = Partial<Record<PayoutField, number>>;

/** The form of a new batch, as typed. */
export type ListDraft = {
  source: 'file' | 'lines';
  file: File | undefined;
  lines: string;
  name: string;
  purpose: (typeof purposes)[number];
  scheduled: string;
  note: string;
};

export const newListDraft: ListDraft = {
  source: 'file',
  file: undefined,
  lines: '',
  name: '',
  purpose: 'SalaryPayment',
  scheduled: '',
  note: '',
};

/** What the server reads; undefined while there is no list. */
export function listOf({ source, file, lines }: ListDraft): Blob | string | undefined {
  if (source === 'file') return file;
  return lines.trim() === '' ? undefined : lines;
}

/** What a form says about its list, without the key. */
export function factsOf(draft: ListDraft, scheduledFor: Date | undefined): Omit<ListFacts, 'requestKey' | 'mapping'> {
  const note = draft.note.trim();
  return {
    name: draft.name.trim(),
    commandId: draft.purpose,
    ...(note !== '' && { note }),
    ...(scheduledFor && { scheduledFor: scheduledFor.toISOString() }),
    ...(draft.source === 'file' && draft.file && { fileName: draft.file.name }),
  };
}

/** The choice that the server needs; undefined while a needed column is missing, or one is chosen twice. */
export function mappingOf({ headingRow }: Pick<Unclear, 'headingRow'>, chosen: Chosen): ListFacts['mapping'] {
  const { phone, amount, ...others } = chosen;
  if (phone === undefined || amount === undefined || hasTwice(chosen)) return undefined;
  return { headingRow, columns: { phone, amount, ...others } };
}

/** Whether one column is chosen for two fields. */
export function hasTwice(chosen: Chosen): boolean {
  const columns = Object.values(chosen).filter((column) => column !== undefined);
  return new Set(columns).size < columns.length;
}
