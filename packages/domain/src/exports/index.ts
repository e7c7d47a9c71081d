export { cancelExport } from './cancel-export.ts';
export { countExport, createExport } from './create-export.ts';
export { downloadExport, type ExportFile } from './download-export.ts';
export {
  type CancelExportInput,
  type CreateExportInput,
  cancelExportSchema,
  createExportSchema,
  type ExportRowsInput,
  exportRowsSchema,
} from './schemas.ts';
export { sweepExports } from './sweep-exports.ts';
export { workExport } from './work-export.ts';
