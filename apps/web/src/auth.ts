/** Somebody who is signed in. */
export type Person = {
  userId: string;
  email: string;
  name: string | null;
  sessionId: string;
  /** When they last proved who they are in this session. */
  authenticatedAt: Date;
};

/** Who sends the request of the moment, by its cookie and the living row of its session. */
export async function readPerson(): Promise<Person | undefined> {
  throw new Error('not built');
}
