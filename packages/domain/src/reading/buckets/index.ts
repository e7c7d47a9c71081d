export { type BucketView, listBuckets, type UploadView, uploadView } from './list-buckets.ts';
