export { getStatement, type StatementDetail } from './get-statement.ts';
