import en from '../../messages/en/network.json' with { type: 'json' };
import sw from '../../messages/sw/network.json' with { type: 'json' };

/** The id of the person for whom a page was rendered. */
export const personHeader = 'x-tillgate-person';

/** Why no answer came, in the language of the page. `notSent` is certain; after `lost` it may have been done. */
export class NoAnswer extends Error {
  readonly reason: keyof typeof en;
  constructor(reason: keyof typeof en) {
    const texts = typeof document !== 'undefined' && document.documentElement.lang === 'sw' ? sw : en;
    super(texts[reason]);
    this.name = 'NoAnswer';
    this.reason = reason;
  }
}

/**
 * Fetches JSON. What changes something is never sent while the device is offline, and never waits for the network.
 * @throws NoAnswer when no answer came, or one that is not ours
 */
export async function fetchJson(
  url: string,
  init: RequestInit | undefined,
  changes: boolean,
): Promise<{ ok: boolean; body: unknown }> {
  if (changes && typeof navigator !== 'undefined' && navigator.onLine === false) throw new NoAnswer('notSent');
  try {
    const answer = await fetch(url, changes ? withPerson(init) : init);
    return { ok: answer.ok, body: await answer.json() };
  } catch {
    throw new NoAnswer(changes ? 'lost' : 'noAnswer');
  }
}

/** Names the person for whom this page was rendered: the server refuses a change when somebody else has signed in since. */
function withPerson(init: RequestInit | undefined): RequestInit | undefined {
  const person = typeof document === 'undefined' ? undefined : document.documentElement.dataset.person;
  if (person === undefined) return init;
  const headers = new Headers(init?.headers);
  headers.set(personHeader, person);
  return { ...init, headers };
}
