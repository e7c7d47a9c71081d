import { z } from 'zod';
import { idSchema, nameSchema } from '../kernel/input.ts';

const text = () => z.string({ error: 'must be a text' });
const endpointLengthMax = 300;
const prefixLengthMax = 200;

/** The scheme, a host and maybe a port: everything else of the address is the bucket's and the file's. */
const plainOrigin = /^https?:\/\/[^/?#]+\/?$/i;

/** The rules of Amazon S3, which other servers have taken over. */
const bucketName = /^(?!.*\.\.)(?!\d+(\.\d+){3}$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const keyFields = {
  accessKeyId: text().regex(/^[A-Za-z0-9_.+=@-]{3,128}$/, {
    error: 'must be 3 to 128 letters, digits or any of _ . + = @ -',
  }),
  /** It is sealed, and nobody can read it again. */
  secretAccessKey: text().regex(/^[\x21-\x7e]{8,256}$/, {
    error: 'must be 8 to 256 letters, digits or signs, without spaces',
  }),
};

export const addBucketSchema = z.strictObject({
  name: nameSchema,
  /** https://host of a server that speaks the protocol of Amazon S3; null is Amazon's own for the region. */
  endpoint: text()
    .max(endpointLengthMax, { error: `must have at most ${endpointLengthMax} characters` })
    .regex(plainOrigin, { error: 'must be https:// and a host, without a path' })
    .transform((url) => url.replace(/\/$/, ''))
    .nullable()
    .default(null),
  region: text().regex(/^[a-z0-9-]{1,40}$/, { error: 'must be a region such as eu-west-1' }),
  bucket: text().regex(bucketName, {
    error: 'must be a bucket: 3 to 63 small letters, digits, dots or dashes',
  }),
  /** The folder of the files; nothing puts them at the top. */
  prefix: text()
    .max(prefixLengthMax, { error: `must have at most ${prefixLengthMax} characters` })
    .regex(/^(?:[A-Za-z0-9_=-][A-Za-z0-9_.=-]*\/)*(?:[A-Za-z0-9_=-][A-Za-z0-9_.=-]*)?$/, {
      error: 'must be a folder of letters, digits and any of _ . = - such as tillgate/exports',
    })
    .refine((prefix) => !prefix.includes('..'), { error: 'must not contain ..' })
    .default(''),
  /** The bucket is in the path of addresses. When left out: yes, but for Amazon's own. */
  pathStyle: z.boolean({ error: 'must be true or false' }).optional(),
  ...keyFields,
});
export type AddBucketInput = z.input<typeof addBucketSchema>;

export const bucketSchema = z.strictObject({ bucketId: idSchema });
export type BucketInput = z.input<typeof bucketSchema>;

export const replaceBucketKeysSchema = bucketSchema.extend(keyFields);
export type ReplaceBucketKeysInput = z.input<typeof replaceBucketKeysSchema>;
