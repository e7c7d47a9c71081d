import type { Readable, Writable } from 'node:stream';

/** The output and input of a command. */
export type Terminal = {
  out(text: string): void;
  err(text: string): void;
  /** Whether a person watches the output, which may be written over. */
  isScreen?: boolean;
  /** What `mcp` speaks its protocol on: stdin and stdout of the process by default. */
  protocol?: { input: Readable; output: Writable };
};
