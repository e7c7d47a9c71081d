import type { ExportScheduleModel } from '@tillgate/db';
import { exportSources } from '../reading/exports/index.ts';
import { periodBefore } from './schedule.ts';

type Planned = Pick<ExportScheduleModel, 'list' | 'cadence' | 'hour' | 'timeZone'> & {
  filter: Readonly<Record<string, unknown>>;
};

/** The filter of the file that a schedule makes at a moment: its own, and the whole day, week or month before. */
export function filterOfRun({ list, filter, ...plan }: Planned, madeAt: Date): Record<string, unknown> {
  const [fromField, toField] = exportSources[list].periodFields;
  const { from, to } = periodBefore(plan, madeAt);
  return { ...filter, [fromField]: from.toISOString(), [toField]: to.toISOString() };
}
