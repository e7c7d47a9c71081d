import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { TimeZone } from '@/i18n/locale';
import type { AppRouter } from '@/trpc/root';

type Outputs = inferRouterOutputs<AppRouter>['exports'];
export type ExportRow = Outputs['list']['exports'][number];
export type ExportCount = Outputs['count'];
export type ScheduleRow = Outputs['schedules'][number];
export type BucketRow = inferRouterOutputs<AppRouter>['buckets']['list'][number];
export type UploadRow = NonNullable<BucketRow['last']>;
/** Actions on a bucket. */
export type BucketAct = 'test' | 'replaceKeys' | 'remove';
export type ExportList = ExportRow['list'];
export type ExportFormat = ExportRow['format'];
export type Cadence = NonNullable<inferRouterInputs<AppRouter>['exports']['schedule']['cadence']>;

/** The fields that a list asks the server with, without its place. */
export type ExportFilter = Record<string, unknown>;

export type ExportDialogProps = {
  list: ExportList;
  /** What the list asks the server; its place is left out. */
  input: object;
  /** The zone of the days in `input`, which is that of the file. Without it, people choose the zone of the file. */
  timeZone?: TimeZone;
  onClose: () => void;
};

/** A column that a file of a list can have. `isDefault`: a file has it unless somebody leaves it out. */
export type ListColumn = Outputs['columns'][number]['columns'][number];

/** What the forms of that dialog take. */
export type ExportFormProps = { list: ExportList; filter: ExportFilter; onClose: () => void };

/** The form of a file, for single files and schedules. */
export type FileForm = {
  format: ExportFormat;
  timeZone: TimeZone;
  /** Those that {@link ListColumn} says, when undefined. */
  columns: readonly string[] | undefined;
};
export type FileFormProps = {
  file: FileForm;
  /** The days that were chosen are of the zone of the file. */
  isZoneFixed: boolean;
  onChange: (file: FileForm) => void;
  /** All columns of the list; undefined until they are loaded. */
  columns: readonly ListColumn[] | undefined;
};
