import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { answerTrpc } from '@/trpc/answer';

async function answer(request: Request): Promise<Response> {
  return answerTrpc(request, await getDeps(), readPerson);
}

export { answer as GET, answer as POST };
