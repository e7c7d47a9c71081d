import { getDeps } from '@/deps';
import { answerReport } from '@/report-files/answer-report';

type Given = { params: Promise<{ file: string }> };

export async function GET(request: Request, { params }: Given): Promise<Response> {
  return answerReport(request, await getDeps(), (await params).file);
}
