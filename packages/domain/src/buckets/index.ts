export { addBucket, bucketsMax } from './add-bucket.ts';
export { findBucket, shownBucket } from './own-bucket.ts';
export { removeBucket } from './remove-bucket.ts';
export { replaceBucketKeys } from './replace-bucket-keys.ts';
export { addBucketSchema, bucketSchema, replaceBucketKeysSchema } from './schemas.ts';
export { type ClaimedUpload, claimUpload, insertUpload, recordUpload } from './statements.ts';
export { sweepUploads } from './sweep-uploads.ts';
export { testBucket } from './test-bucket.ts';
export { attemptSecondsMax, claimAt, folderOf, newsOf, nextAttempt, objectKeyOf, testFile } from './upload.ts';
