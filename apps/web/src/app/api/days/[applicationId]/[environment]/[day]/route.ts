import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerDay, type DayAddress } from '@/features/closing/answer-day';
import { readLocale } from '@/i18n/locale';

/** A business day as a PDF. */
export async function GET(request: Request, { params }: { params: Promise<DayAddress> }): Promise<Response> {
  return answerDay(await getDeps(), await readPerson(), await params, readLocale(request.headers));
}
