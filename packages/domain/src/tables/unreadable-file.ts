import type { Named } from '../kernel/refusals.ts';

/** Why a file cannot be read. `readTable` turns it into the refusal of its caller. */
export class UnreadableFile extends Error {
  readonly why: Named;

  constructor(why: Named) {
    super(why.wrong.message);
    this.name = 'UnreadableFile';
    this.why = why;
  }
}
