/** Choosing days. Load with `next/dynamic`. */
export { type DatePreset, DateRangePicker, type DateRangePickerProps } from './date-range-picker.tsx';
export { type Day, type DayRange, formatRange } from './day.ts';
