export { recordPeriods } from './record-periods.ts';
