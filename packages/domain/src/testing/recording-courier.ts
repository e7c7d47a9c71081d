import type { Courier, CourierAnswer } from '../ports/ports.ts';
import { type Script, script } from './script.ts';

type CourierRequest = Parameters<Courier>[0];

type RecordingCourier = Courier & {
  /** Unscripted posts are acknowledged with 200. */
  posts: Script<CourierRequest, CourierAnswer>;
};

export function answered(statusCode: number, more: { retryAfter?: string; body?: string } = {}): CourierAnswer {
  const { retryAfter = null, body = '' } = more;
  return { kind: 'answered', statusCode, retryAfter, headers: {}, body, address: '93.184.215.14', durationMs: 5 };
}

/** A courier that records its requests and gives the responses that the test wrote. */
export function recordingCourier(): RecordingCourier {
  const posts = script<CourierRequest, CourierAnswer>(() => answered(200));
  return Object.assign((request: CourierRequest) => posts.ask(request), { posts });
}
