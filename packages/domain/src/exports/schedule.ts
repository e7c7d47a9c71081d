import type { ExportCadence, ExportScheduleModel } from '@tillgate/db';
import { type Day, dayIn, momentIn } from '../kernel/zone-time.ts';

/** Schedules of one application in one environment. */
export const schedulesMax = 20;
/** Members who get an email about one schedule. */
export const recipientsMax = 20;

const daysOfWeek = 7;

type Plan = Pick<ExportScheduleModel, 'cadence' | 'hour' | 'timeZone'>;

/** The first time after a moment at which an export is made. */
export function nextRun({ cadence, hour, timeZone }: Plan, after: Date): Date {
  for (let day = startOf(cadence, dayIn(timeZone, after)); ; day = followingStart(cadence, day)) {
    const at = momentIn(timeZone, day, hour);
    if (at > after) return at;
  }
}

/** The whole day, week or month before the one in which an export is made, in its time zone. */
export function periodBefore({ cadence, timeZone }: Plan, madeAt: Date): { from: Date; to: Date } {
  const end = startOf(cadence, dayIn(timeZone, madeAt));
  const { year, month, day } = end;
  const before: Record<ExportCadence, Day> = {
    daily: { year, month, day: day - 1 },
    weekly: { year, month, day: day - daysOfWeek },
    monthly: { year, month: month - 1, day },
  };
  return { from: momentIn(timeZone, before[cadence]), to: momentIn(timeZone, end) };
}

/** The first day of the day, week (from Monday) or month that a day is in. */
function startOf(cadence: ExportCadence, { year, month, day }: Day): Day {
  if (cadence === 'daily') return { year, month, day };
  if (cadence === 'monthly') return { year, month, day: 1 };
  const daysSinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + daysOfWeek - 1) % daysOfWeek;
  return { year, month, day: day - daysSinceMonday };
}

function followingStart(cadence: ExportCadence, { year, month, day }: Day): Day {
  const step = { daily: 1, weekly: daysOfWeek, monthly: 0 }[cadence];
  return { year, month: cadence === 'monthly' ? month + 1 : month, day: day + step };
}
