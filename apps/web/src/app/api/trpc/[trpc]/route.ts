import { readPerson } from '@/auth';
import { getDeps } from '@/deps';
import { keepDevice } from '@/features/identity/auth-cookies';
import { answerTrpc } from '@/trpc/answer';

async function answer(request: Request): Promise<Response> {
  return answerTrpc(request, await getDeps(), readPerson, keepDevice);
}

export { answer as GET, answer as POST };
