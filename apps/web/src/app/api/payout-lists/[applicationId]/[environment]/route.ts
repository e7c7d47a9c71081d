import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerList } from '@/features/batches/answer-list';
import type { UploadAddress } from '@/features/uploads/answer-upload';

/** A list of payouts, which becomes a batch. */
export async function POST(request: Request, { params }: { params: Promise<UploadAddress> }): Promise<Response> {
  return answerList(request, await getDeps(), readPerson, await params);
}
