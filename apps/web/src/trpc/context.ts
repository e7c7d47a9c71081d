import { randomUUID } from 'node:crypto';
import type { Person } from '@/auth';
import type { Deps } from '@/deps';
import { readUrl } from '@/read-url';

/** The facts of a request that are known before its body is read. */
export type RequestFacts = {
  requestId: string;
  /** According to the browser, a page of the dashboard made the request. */
  isSameOrigin: boolean;
  /** As they came; nothing in them is proved. */
  headers?: Headers;
  /** Marks the browser as one that its person has signed in with. */
  keepDevice?(device: string): Promise<void>;
};

/** What every procedure starts from. */
export type TrpcContext = RequestFacts & {
  deps: Deps;
  /** The signed-in person; read at most once per request. */
  findPerson(): Promise<Person | undefined>;
};

/**
 * The facts of a request from its headers. Browsers send Sec-Fetch-Site or Origin with every POST; a request with neither is not
 * known to be ours.
 */
export function readFacts(headers: Headers): RequestFacts {
  return { requestId: randomUUID(), isSameOrigin: isSameOrigin(headers), headers };
}

function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return origin !== null && host !== null && readUrl(origin)?.host === host;
}

/** Creates a context. The person is looked up when a procedure first asks for them. */
export function createTrpcContext(
  facts: RequestFacts,
  deps: Deps,
  readPerson: () => Promise<Person | undefined>,
): TrpcContext {
  let person: Promise<Person | undefined> | undefined;
  return {
    ...facts,
    deps,
    findPerson() {
      person ??= readPerson();
      return person;
    },
  };
}
