import type { ExportFormat } from '@tillgate/db';
import { csv } from './csv.ts';
import type { FileFormat } from './format.ts';
import { ndjson } from './ndjson.ts';
import { xlsx } from './xlsx.ts';

export const fileFormats: Record<ExportFormat, FileFormat> = { csv, xlsx, ndjson };
