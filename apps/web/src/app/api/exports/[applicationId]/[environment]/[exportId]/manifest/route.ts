import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerManifest, type FileAddress } from '@/features/exports/answer-download';

/** What the file of an export says about itself. */
export async function GET(_request: Request, { params }: { params: Promise<FileAddress> }): Promise<Response> {
  return answerManifest(await getDeps(), await readPerson(), await params);
}
