import type { ExportModel } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { statesBefore } from './export.ts';
import { failedMails } from './export-mail.ts';
import * as exports from './statements.ts';

/** Fails an export, and emails the person who requested it. An ended export does not change. */
export async function failExport(
  ctx: Context & Partial<WithDashboardUrl>,
  row: ExportModel,
  error: string,
): Promise<void> {
  const { id: exportId, applicationId, environment, list } = row;
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await exports.fail(tx, statesBefore('failed'), { exportId, error, now }))) return;
    const detail = { environment, list, error };
    await audit(tx, { actor: 'system', action: 'export.failed', subjectId: exportId, applicationId, detail, at: now });
    await failedMails(tx, { ...row, error }, now, ctx.dashboardUrl);
  });
}
