import type { ExportStatus } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { getExport } from '../reading/exports/index.ts';
import { statesBefore } from './export.ts';
import { type CancelExportInput, cancelExportSchema } from './schemas.ts';
import * as exports from './statements.ts';

/**
 * Stops an export. An ended export does not change.
 * @returns its status; `cancelled` is false when it had ended before
 * @throws DomainError invalid_input, not_found
 */
export async function cancelExport(
  ctx: TenantContext,
  input: CancelExportInput,
): Promise<{ exportId: string; status: ExportStatus; cancelled: boolean }> {
  requirePermission(ctx, 'exports.use');
  const { exportId } = parseInput(cancelExportSchema, input);
  const { list } = await getExport(ctx, { exportId });
  const detail = { environment: ctx.tenant.environment, list };
  const audit = { id: uuidv7(), actor: ctx.actor, action: 'export.cancelled', detail };
  const cancelled = await exports.cancel(ctx.db.pool, statesBefore('cancelled'), exportId, ctx.clock.now(), audit);
  const { status } = await getExport(ctx, { exportId });
  return { exportId, status, cancelled };
}
