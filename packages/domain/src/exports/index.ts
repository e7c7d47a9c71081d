export { momentIn } from '../kernel/zone-time.ts';
export type { BatchWords } from './batch-pdf-words.ts';
export { cancelExport } from './cancel-export.ts';
export { endSchedule, pauseSchedule, resumeSchedule } from './change-schedule.ts';
export { countExport, createExport } from './create-export.ts';
export { downloadExport } from './download-export.ts';
export type { ExportFile } from './export-file.ts';
export { listSchedules, type ScheduleView } from './list-schedules.ts';
export { printBatch } from './print-batch.ts';
export { scheduleExport } from './schedule-export.ts';
export {
  type CreateExportInput,
  cancelExportSchema,
  createExportSchema,
  exportRowsSchema,
  scheduleExportSchema,
  scheduleSchema,
} from './schemas.ts';
export { sweepExports } from './sweep-exports.ts';
export { sweepSchedules } from './sweep-schedules.ts';
export { uploadExport } from './upload-export.ts';
export { workExport } from './work-export.ts';
export { type Table, writeTable, writeWorkbook } from './write-table.ts';
