import { meetNewVersion } from './new-version.ts';

/** The browser's part comes when somebody asks for it. */
const load = () =>
  import('@simplewebauthn/browser').catch(async (error: unknown) => {
    await meetNewVersion(error);
    throw error;
  });

/** Whether this browser has passkeys at all. */
export const hasPasskeys = () => typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function';

/**
 * Has a passkey sign what the server asks for.
 * @param ask for the server's options, as JSON
 * @returns JSON for the server; undefined when the person closed the browser's window
 * @throws Error when the browser has no passkeys, or the server refuses
 */
export async function answerWithPasskey(
  ask: () => Promise<{ options?: string | undefined }>,
): Promise<string | undefined> {
  const [{ startAuthentication }, { options }] = await Promise.all([load(), ask()]);
  if (!options) throw new Error('Passkeys do not work at this address.');
  return unlessClosed(async () => JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) })));
}

/**
 * Has the browser make a passkey.
 * @param options of the server, as JSON
 * @returns JSON for the server; undefined when the person closed the browser's window
 * @throws Error when the browser cannot
 */
export async function makePasskey(options: string): Promise<string | undefined> {
  const { startRegistration } = await load();
  return unlessClosed(async () => JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) })));
}

/** Browsers have one error for a window that was closed, and for one that waited too long. */
async function unlessClosed(work: () => Promise<string>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined;
    throw error;
  }
}
