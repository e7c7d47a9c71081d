import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerTable, type TableAddress } from '@/features/reports/answer-table';

/** The table of a report as a file. */
export async function GET(request: Request, { params }: { params: Promise<TableAddress> }): Promise<Response> {
  return answerTable(await getDeps(), await readPerson(), await params, new URL(request.url).searchParams);
}
