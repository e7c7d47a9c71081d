export { type ImportedStatement, importStatement } from './import-statement.ts';
export { matchAgain, matchAgainSchema } from './match-again.ts';
export type { MatchResult } from './match-lines.ts';
export { previewStatement, type StatementPreview } from './preview-statement.ts';
export { inKes } from './read-statement.ts';
export { type StatementFileInput, statementFileSchema } from './schemas.ts';
export type { StatementSummary } from './summarise.ts';
export { sweepStatements } from './sweep-statements.ts';
export { fileBytesMax } from './table.ts';
