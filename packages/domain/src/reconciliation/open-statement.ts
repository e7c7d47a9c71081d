import { createHash } from 'node:crypto';
import { refuseForeignShortcode } from '../applications/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { later } from '../kernel/time.ts';
import { readFileName } from './file-name.ts';
import { type OwnedShortcode, usesShortcode } from './line-statements.ts';
import { readStatement, type StatementReading } from './read-statement.ts';
import { reconciliationIssues } from './refusals.ts';
import { refusedBy, refusedFile } from './refused-file.ts';
import { type StatementFileInput, statementFileSchema } from './schemas.ts';
import { coverageOf } from './summarise.ts';

/** How far the provider's clock and ours may differ. */
const clockSkewMs = 600_000;

/** A file that was read and that belongs to a shortcode of the application. */
export type OpenedStatement = {
  owned: OwnedShortcode;
  fileName: string;
  /** SHA-256, hex. */
  fileHash: string;
  reading: StatementReading;
  covers: { from: Date; to: Date };
};

/**
 * Reads a file for a shortcode of the caller's application.
 * @throws DomainError invalid_input (no statement, a statement of another shortcode, an unconfirmed name with another
 *   shortcode, or a shortcode that the application does not use)
 */
export async function openStatement(ctx: TenantContext, input: StatementFileInput): Promise<OpenedStatement> {
  const { shortcode, fileName, file, despiteName } = parseInput(statementFileSchema, input);
  const owned = { ...ctx.tenant, shortcode };
  await demandShortcode(ctx, owned);
  const reading = await readStatement(file);
  if (reading.shortcode !== null && reading.shortcode !== shortcode) {
    throw refusedFile(reconciliationIssues.fileOfOther({ namedShortcode: reading.shortcode, shortcode }));
  }
  const named = readFileName(fileName);
  // The content of the file has precedence over its name.
  if (reading.shortcode === null && !despiteName) refuseName(named.shortcode, shortcode);
  const covers = coverageOf({ ...reading, period: reading.period ?? named.period });
  if (!covers) throw nothingIn(reading);
  if (covers.to > later(ctx.clock.now(), clockSkewMs)) {
    throw refusedFile(reconciliationIssues.fileInFuture({ time: covers.to.toISOString() }));
  }
  return { owned, fileName, fileHash: createHash('sha256').update(file).digest('hex'), reading, covers };
}

function refuseName(named: string | null, shortcode: string): void {
  if (named === null || named === shortcode) return;
  const detail = `The name of this file says ${named}. Confirm it if it is a statement of ${shortcode}.`;
  const why = reconciliationIssues.fileNameSays({ namedShortcode: named, shortcode });
  throw new DomainError('invalid_input', detail, { issues: [issue('fileName', why)] });
}

/** Why nothing of a file can be imported. Where rows were not understood, the first one tells. */
function nothingIn({ problems: [first] }: StatementReading): DomainError {
  if (!first) return refusedFile(reconciliationIssues.fileWithoutLines);
  return refusedBy([issue('file', reconciliationIssues.fileNotUnderstood), first.why]);
}

/** @throws DomainError invalid_input when the application does not use the shortcode, or may not */
export async function demandShortcode(ctx: Pick<TenantContext, 'db' | 'tenant'>, owned: OwnedShortcode): Promise<void> {
  await refuseForeignShortcode(ctx, ctx.tenant, { shortcode: owned.shortcode });
  if (await usesShortcode(ctx.db.pool, owned)) return;
  throw invalidInput(issue('shortcode', reconciliationIssues.shortcodeElsewhere));
}
