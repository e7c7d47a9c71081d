export type { CollectionFigures, PayoutFigures, SettlementFigures } from './figures.ts';
export { bucketCount, daysIn, daysMax } from './period.ts';
export { reasonTitles } from './reason-titles.ts';
export { type BalanceReading, reportBalances } from './report-balances.ts';
export { reportCollections, reportPayouts, reportSettlement } from './report-money.ts';
export type { Report, ReportRow, ReportSeries } from './run-report.ts';
export {
  type BalancesInput,
  balancesSchema,
  type CollectionsInput,
  collectionsSchema,
  type Grouping,
  type Interval,
  type PayoutsInput,
  payoutsSchema,
  type SettlementInput,
  settlementSchema,
} from './schemas.ts';
export { forPrograms, reportColumns, reportTables } from './tables.ts';
