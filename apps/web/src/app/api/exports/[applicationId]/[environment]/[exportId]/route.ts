import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerDownload, type FileAddress } from '@/features/exports/answer-download';

/** The file of an export. */
export async function GET(_request: Request, { params }: { params: Promise<FileAddress> }): Promise<Response> {
  return answerDownload(await getDeps(), await readPerson(), await params);
}
