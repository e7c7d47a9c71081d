import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const bucketIssues = defineSentences({
  bucketsFull: 'is one too many: you can have at most {max} buckets. Remove one first',
  accessKeyId: 'must be 3 to 128 letters, digits or any of _ . + = @ -',
  secretAccessKey: 'must be 8 to 256 letters, digits or signs, without spaces',
  origin: 'must be https:// and a host, without a path',
  region: 'must be a region such as eu-west-1',
  bucketName: 'must be a bucket: 3 to 63 small letters, digits, dots or dashes',
  folder: 'must be a folder of letters, digits and any of _ . = - such as tillgate/exports',
  folderDots: 'must not contain ..',
});

/** Refusals of this room's verbs. */
export const bucketRefusals = defineSentences({
  bucketInUse: 'Schedules put their files into this bucket: end them first.',
});
