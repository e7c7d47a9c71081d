import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { bucketIssues } from './refusals.ts';

const text = () => z.string({ error: issues.text });
const endpointLengthMax = 300;
const prefixLengthMax = 200;

/** The scheme, a host and maybe a port: everything else of the address is the bucket's and the file's. */
const plainOrigin = /^https?:\/\/[^/?#]+\/?$/i;

/** The rules of Amazon S3, which other servers have taken over. */
const bucketName = /^(?!.*\.\.)(?!\d+(\.\d+){3}$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const keyFields = {
  accessKeyId: text().regex(/^[A-Za-z0-9_.+=@-]{3,128}$/, {
    error: bucketIssues.accessKeyId,
  }),
  /** It is sealed, and nobody can read it again. */
  secretAccessKey: text().regex(/^[\x21-\x7e]{8,256}$/, {
    error: bucketIssues.secretAccessKey,
  }),
};

export const addBucketSchema = z.strictObject({
  name: nameSchema,
  /** https://host of a server that speaks the protocol of Amazon S3; null is Amazon's own for the region. */
  endpoint: text()
    .max(endpointLengthMax, { error: issues.tooLong({ max: endpointLengthMax }) })
    .regex(plainOrigin, { error: bucketIssues.origin })
    .transform((url) => url.replace(/\/$/, ''))
    .nullable()
    .default(null),
  region: text().regex(/^[a-z0-9-]{1,40}$/, { error: bucketIssues.region }),
  bucket: text().regex(bucketName, {
    error: bucketIssues.bucketName,
  }),
  /** The folder of the files; nothing puts them at the top. */
  prefix: text()
    .max(prefixLengthMax, { error: issues.tooLong({ max: prefixLengthMax }) })
    .regex(/^(?:[A-Za-z0-9_=-][A-Za-z0-9_.=-]*\/)*(?:[A-Za-z0-9_=-][A-Za-z0-9_.=-]*)?$/, {
      error: bucketIssues.folder,
    })
    .refine((prefix) => !prefix.includes('..'), { error: bucketIssues.folderDots })
    .default(''),
  /** The bucket is in the path of addresses. When left out: yes, but for Amazon's own. */
  pathStyle: z.boolean({ error: issues.boolean }).optional(),
  ...keyFields,
});
export type AddBucketInput = z.input<typeof addBucketSchema>;

export const bucketSchema = z.strictObject({ bucketId: idSchema });
export type BucketInput = z.input<typeof bucketSchema>;

export const replaceBucketKeysSchema = bucketSchema.extend(keyFields);
export type ReplaceBucketKeysInput = z.input<typeof replaceBucketKeysSchema>;
