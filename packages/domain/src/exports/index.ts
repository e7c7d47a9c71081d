export { cancelExport } from './cancel-export.ts';
export { countExport, createExport } from './create-export.ts';
export { downloadExport, type ExportFile } from './download-export.ts';
export { endSchedule, listSchedules, type ScheduleView, scheduleExport } from './schedule-export.ts';
export {
  type CancelExportInput,
  type CreateExportInput,
  cancelExportSchema,
  createExportSchema,
  type EndScheduleInput,
  type ExportRowsInput,
  endScheduleSchema,
  exportRowsSchema,
  type ScheduleExportInput,
  scheduleExportSchema,
} from './schemas.ts';
export { sweepExports } from './sweep-exports.ts';
export { sweepSchedules } from './sweep-schedules.ts';
export { workExport } from './work-export.ts';
