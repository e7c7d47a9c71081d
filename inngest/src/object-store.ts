import { createHash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketAccess, Log, ObjectStore, StoredObject } from '@tillgate/domain';
import { attemptSecondsMax } from '@tillgate/domain/buckets';
import { createSdkHandlers, type SdkHandlerOptions } from './courier/sdk-handler.ts';
import { quietAwsSdk } from './env.ts';
import { storeFailure } from './object-store/failure.ts';
import { inPieces, pieceBytes } from './object-store/pieces.ts';

/** A part is sent again at once after an error of the network or the server. The row decides about other attempts. */
const triesOfRequest = 2;
/** Time to abort an unfinished upload. */
const abortTimeoutMs = 10_000;

export type ObjectStoreOptions = Partial<SdkHandlerOptions> & {
  /** Each is `host` or `host:port`. Buckets of the sandbox may be there although they are private, also over http. */
  allowedPrivateHosts: readonly string[];
  log: Log;
  /** From the call to the last byte of the last response. */
  totalTimeoutMs?: number;
};

/** The SDK is large, and most workers never need it. */
function loadSdk() {
  quietAwsSdk();
  return import('@aws-sdk/client-s3');
}
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** The file could not be read, so the bucket is not the cause. */
class SourceProblem extends Error {
  override name = 'SourceProblem';
}

/**
 * Uploads files to buckets. It uses only the given keys, and nothing from the environment, shared files or the machine's
 * cloud. A file appears in the bucket completely or not at all. It holds a few parts of 8 MiB in memory.
 */
export function createObjectStore(options: ObjectStoreOptions): { objectStore: ObjectStore; close(): Promise<void> } {
  const { log, connectTimeoutMs = 5_000, requestTimeoutMs = 120_000 } = options;
  const { totalTimeoutMs = attemptSecondsMax * 1000 } = options;
  const handlers = createSdkHandlers({ ...options, connectTimeoutMs, requestTimeoutMs });
  return {
    async objectStore(access, file) {
      const until = AbortSignal.timeout(totalTimeoutMs);
      try {
        const sdk = await loadSdk();
        const clientUntil = (signal: AbortSignal) =>
          new sdk.S3Client(settingsOf(access, handlers.handlerFor(access.environment, signal)));
        await put(sdk, { client: clientUntil(until), clientUntil, until, log }, access.bucket, file);
        return { kind: 'stored' };
      } catch (error) {
        if (error instanceof SourceProblem) {
          log.error({ err: error.cause }, 'A file for a bucket could not be read.');
          return { kind: 'failed', reason: 'The file could not be read.' };
        }
        if (until.aborted)
          return { kind: 'failed', reason: `The file was not uploaded within ${totalTimeoutMs / 1000} s.` };
        return { kind: 'failed', reason: storeFailure(error, { connectTimeoutMs, totalTimeoutMs: requestTimeoutMs }) };
      }
    },
    close: handlers.close,
  };
}

/** Sets everything that the SDK would otherwise read from the environment or shared files. */
function settingsOf(
  access: BucketAccess,
  requestHandler: ReturnType<ReturnType<typeof createSdkHandlers>['handlerFor']>,
) {
  const { region, endpoint, pathStyle, accessKeyId, secretAccessKey } = access;
  return {
    region,
    endpoint: endpoint ?? amazonEndpoint(region),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler,
    maxAttempts: triesOfRequest,
    retryMode: 'standard',
    defaultsMode: 'standard' as const,
    // Each request is signed with the SHA-256 of its body, and each body has its MD5. Not every server knows others.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    disableS3ExpressSessionAuth: true,
    followRegionRedirects: false,
    authSchemePreference: ['sigv4'],
    sigv4aSigningRegionSet: [region],
    userAgentAppId: 'tillgate',
  };
}

function amazonEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

type Sending = { client: S3Client; clientUntil(signal: AbortSignal): S3Client; until: AbortSignal; log: Log };

async function put(sdk: Sdk, sending: Sending, Bucket: string, file: StoredObject): Promise<void> {
  const target = { Bucket, Key: file.key };
  const about = {
    ContentType: file.contentType,
    ContentDisposition: `attachment; filename="${file.fileName}"`,
    Metadata: { sha256: file.sha256 },
  };
  const pieces = inPieces(checked(file));
  if (file.bytes > pieceBytes) return putInParts(sdk, sending, { target, about, pieces });
  const chunks: Buffer[] = [];
  for await (const piece of pieces) chunks.push(piece);
  const Body = Buffer.concat(chunks);
  await sending.client.send(new sdk.PutObjectCommand({ ...target, ...about, Body, ContentMD5: md5Of(Body) }));
}

/** Buckets with Object Lock want a checksum with each body, and this one is known to every server. */
function md5Of(body: Buffer): string {
  return createHash('md5').update(body).digest('base64');
}

/** The file as it is read. Throws at its end when it differs from the announced file: then nothing is stored. */
async function* checked({ parts, bytes, sha256 }: StoredObject): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let read = 0;
  try {
    for await (const part of parts()) {
      hash.update(part);
      read += part.length;
      yield part;
    }
  } catch (cause) {
    throw new SourceProblem('the file cannot be read', { cause });
  }
  if (read === bytes && hash.digest('hex') === sha256) return;
  throw new SourceProblem('the file differs', { cause: new Error('The content is not what its SHA-256 says.') });
}

type Multipart = {
  target: { Bucket: string; Key: string };
  about: { ContentType: string; ContentDisposition: string; Metadata: Record<string, string> };
  pieces: AsyncIterable<Buffer>;
};

/** Sends the parts in order. The file appears with the last request; a failure before that removes all parts. */
async function putInParts(sdk: Sdk, sending: Sending, { target, about, pieces }: Multipart): Promise<void> {
  const { client } = sending;
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ ...target, ...about }));
  if (UploadId === undefined) throw new Error('The answer has no upload.');
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for await (const Body of pieces) {
      const PartNumber = Parts.length + 1;
      const part = { ...target, UploadId, PartNumber, Body, ContentMD5: md5Of(Body) };
      const { ETag } = await client.send(new sdk.UploadPartCommand(part));
      Parts.push({ PartNumber, ETag });
    }
    const MultipartUpload = { Parts };
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
  } catch (error) {
    await abortUpload(sdk, sending, { ...target, UploadId });
    throw error;
  }
}

/** Removes the parts of an unfinished file. If this fails, a lifecycle rule of the bucket removes them. */
async function abortUpload(
  sdk: Sdk,
  { clientUntil, log }: Sending,
  which: { Bucket: string; Key: string; UploadId: string },
): Promise<void> {
  try {
    // The time of the upload may be over.
    await clientUntil(AbortSignal.timeout(abortTimeoutMs)).send(new sdk.AbortMultipartUploadCommand(which));
  } catch {
    log.warn({}, 'The parts of a file that was not uploaded could not be removed from its bucket.');
  }
}
