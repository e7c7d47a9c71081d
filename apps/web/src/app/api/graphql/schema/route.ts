import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerSchema } from '@/graphql/answer-schema';

export async function GET(request: Request): Promise<Response> {
  return answerSchema(request, await getDeps(), readPerson);
}
