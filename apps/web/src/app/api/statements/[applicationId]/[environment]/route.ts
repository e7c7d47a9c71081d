import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerUpload } from '@/features/reconciliation/answer-upload';
import type { UploadAddress } from '@/features/uploads/answer-upload';

/** A statement of the provider, to look at or to import. */
export async function POST(request: Request, { params }: { params: Promise<UploadAddress> }): Promise<Response> {
  return answerUpload(request, await getDeps(), readPerson, await params);
}
