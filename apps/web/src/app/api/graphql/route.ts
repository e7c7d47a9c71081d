import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerGraphql } from '@/graphql/answer';

async function answer(request: Request): Promise<Response> {
  return answerGraphql(request, await getDeps(), readPerson);
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
