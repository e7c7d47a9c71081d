/** Choosing days. Load with `next/dynamic`. */
export { DateRangePicker, type DateRangePickerProps } from './date-range-picker.tsx';
export type { Day, DayRange } from './day.ts';
