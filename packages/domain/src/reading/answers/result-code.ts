import { z } from 'zod';

/** A result code of the provider, as it sent it: most are numbers, some are text. */
export const resultCodeSchema = z
  .union([z.int(), z.string()])
  .meta({ id: 'ResultCode', description: 'Raw result code of the provider. 0 means success.' });
