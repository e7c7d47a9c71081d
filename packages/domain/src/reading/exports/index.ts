export { type ExportView, readableLists } from './export-view.ts';
export { countExports, exportSchema, getExport, listExports, listExportsSchema } from './list-exports.ts';
export type { Cell, ColumnKind, CountBounds } from './source.ts';
export { exportSources } from './sources.ts';
