import type { SandboxOutcome } from '@tillgate/domain';
import { deadlineIn } from '../kit/deadline.ts';
import type { MpesaConnection } from './connection.ts';

const answerTimeoutMs = 5_000;

type HandsetAnswer = 'answered' | 'already_answered' | 'no_handset';

/** Answers a prompt on the simulator's handset. Returns `no_handset` for any other sandbox. Never throws. */
export async function answerPrompt(
  { http, sandboxUrl, timeoutMs }: MpesaConnection,
  checkoutRequestId: string,
  outcome: SandboxOutcome,
): Promise<HandsetAnswer> {
  // An id that is not a single path segment would address another endpoint.
  if (/^\.{0,2}$/.test(checkoutRequestId) || !checkoutRequestId.isWellFormed()) return 'no_handset';
  const request = {
    method: 'POST',
    url: `${sandboxUrl}/admin/prompts/${encodeURIComponent(checkoutRequestId)}/answer`,
    headers: {},
    body: { answer: outcome },
  } as const;
  const answer = await http.send(request, deadlineIn(Math.min(timeoutMs, answerTimeoutMs)));
  if (answer.kind !== 'answered') return 'no_handset';
  if (answer.statusCode === 200) return 'answered';
  return answer.statusCode === 409 ? 'already_answered' : 'no_handset';
}
