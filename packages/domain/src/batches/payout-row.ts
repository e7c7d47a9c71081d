/** What a list of payouts can tell about each of them. Phone and amount are needed. */
export const payoutFields = ['phone', 'amount', 'name', 'reference', 'remarks', 'occasion'] as const;
export type PayoutField = (typeof payoutFields)[number];

/** Rows that one batch can have, refused ones too. */
export const payoutRowsMax = 5_000;
/** Whole KES that one batch can pay. */
export const payoutSumMax = 100_000_000;

/** Characters of each text. */
export const textMax = { name: 64, reference: 64, remarks: 100, occasion: 100 } as const;
export type TextField = keyof typeof textMax;

/** Why a row is never paid. */
export type ProblemCode =
  // Of a cell:
  | 'missing'
  | 'placeholder'
  | 'cell_error'
  | 'cell_is_date'
  | 'formula_without_value'
  | 'hidden_characters'
  | 'too_long'
  | 'name_without_letters'
  | 'number_shortened'
  | 'not_a_phone'
  | 'not_an_amount'
  | 'amount_unclear'
  | 'amount_has_decimals'
  | 'amount_too_small'
  | 'amount_too_large'
  // Of a row:
  | 'total_line'
  | 'row_hidden'
  | 'row_unreadable'
  | 'too_many_cells'
  | 'above_heading'
  // Of several rows:
  | 'reference_twice';

/** What a person should know about a row that can be paid. The first ones name a repair. */
export type WarningCode =
  | 'leading_zero_restored'
  | 'decimal_removed'
  | 'exponent_expanded'
  | 'marks_removed'
  | 'name_cleaned'
  | 'placeholder_left_out'
  | 'formula'
  | 'amount_below_minimum'
  | 'amount_may_be_split'
  // Of other rows of the list:
  | 'phone_and_amount_twice'
  | 'phone_twice'
  // Of what was paid before:
  | 'paid_recently'
  | 'waits_elsewhere'
  | 'payee_changed'
  | 'payee_first'
  | 'name_different'
  // Of what the application allows:
  | 'above_limit'
  | 'stopped_by_rule'
  | 'held_by_rule';

/** They say what was repaired or what is new. Nobody has to accept them. */
export const noteCodes = [
  'leading_zero_restored',
  'decimal_removed',
  'exponent_expanded',
  'marks_removed',
  'name_cleaned',
  'placeholder_left_out',
  'phone_twice',
  'payee_first',
] as const satisfies readonly WarningCode[];
/** What robs payrolls: a person has to look at each such row. */
export const tickCodes = ['payee_changed', 'name_different'] as const satisfies readonly WarningCode[];

const notes: ReadonlySet<WarningCode> = new Set(noteCodes);
const ticks: ReadonlySet<WarningCode> = new Set(tickCodes);

/** Whether a warning has to be accepted before its row is paid. Pure. */
export const weighs = ({ code }: Pick<RowWarning, 'code'>): boolean => !notes.has(code) && !ticks.has(code);
/** Whether a person has to accept a warning for its row alone. Pure. */
export const needsTick = ({ code }: Pick<RowWarning, 'code'>): boolean => ticks.has(code);

type Place = {
  /** Null where it is about the whole row. */
  field: PayoutField | null;
  /** The column of the cell, counted from 0. Null where no column has the field. */
  column: number | null;
  /** The text as it was written. */
  text: string;
};

export type RowProblem = Place & {
  code: ProblemCode;
  /** The other rows that it is about, by their numbers: the first of them. */
  others?: number[];
};

export type RowWarning = Place & {
  code: WarningCode;
  others?: number[];
  /** Of `payee_changed`: the phone that was paid last, as 254XXXXXXXXX, and when. */
  before?: { phone: string; paidAt: Date };
  /** Of `name_different`: the name that is known of the phone, and who told it. */
  told?: { name: string; by: 'network' | 'recipient' };
  /** Of `paid_recently`: when. */
  paidAt?: Date;
  /** Of `above_limit`: the limit and its amount, whole KES. */
  limit?: { name: 'per_transaction' | 'per_recipient_per_day'; max: number };
};

/** A row of a list of payouts, as it was read. Where a cell has a problem, its value is null. */
export type PayoutRow = {
  /** Its number in an editor or spreadsheet. */
  number: number;
  /** 254XXXXXXXXX. */
  phone: string | null;
  /** Whole KES. */
  amount: number | null;
  name: string | null;
  /** What the merchant calls the person. */
  reference: string | null;
  remarks: string | null;
  occasion: string | null;
  /** All of them: a row with one is refused. */
  problems: RowProblem[];
  warnings: RowWarning[];
};

/** A row that can be paid. */
export type GoodRow = PayoutRow & { phone: string; amount: number };

/** Whether a row can be paid. */
export function isGood(row: PayoutRow): row is GoodRow {
  return row.problems.length === 0 && row.phone !== null && row.amount !== null;
}
