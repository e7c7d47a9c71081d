import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerResults, type BatchAddress } from '@/features/batches/answer-results';
import { readLocale } from '@/i18n/locale';

/** The results of a batch of payouts as a PDF. */
export async function GET(request: Request, { params }: { params: Promise<BatchAddress> }): Promise<Response> {
  return answerResults(await getDeps(), await readPerson(), await params, readLocale(request.headers));
}
