/** The path of the procedures. */
export const endpointPath = '/api/trpc';
/** Procedures in one call. */
export const batchMax = 12;
/** One call, all its inputs together. */
export const bodyBytesMax = 256 * 1024;
