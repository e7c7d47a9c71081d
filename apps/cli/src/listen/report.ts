import type { Terminal } from '../run.ts';
import { plain } from './describe-event.ts';
import type { Forwarded } from './forward.ts';
import type { ReceivedEvent, Reporter } from './session.ts';

/** What a session is about, for its first words. */
export type Facts = {
  api: string;
  secret: string;
  forwardTo: string | undefined;
  events: readonly string[] | undefined;
};

/** Room for the longest event type, so that the summaries stand below each other. */
const typeWidth = 'admin.transaction_status'.length;
const indent = ' '.repeat('00:00:00  '.length);

/** Says in lines what happens. */
export function textReporter(terminal: Terminal, facts: Facts): Reporter {
  const say = (line: string) => terminal.out(`${line}\n`);
  const line = ({ type, summary }: ReceivedEvent) => `${localTime()}  ${plain(type).padEnd(typeWidth)}  ${summary}`;
  return {
    ready: () => say(firstWords(facts)),
    lost: (reason) =>
      terminal.err(`${localTime()}  The API at ${facts.api} cannot be reached: ${reason}. Trying again.\n`),
    back: () => terminal.err(`${localTime()}  The API is back. Nothing was lost.\n`),
    received: (event) => say(line(event)),
    done: (_event, forwarded) => {
      if (forwarded) say(`${indent}${forwardedText(forwarded)}`);
    },
    refused: (event, reason) => {
      say(line(event));
      say(`${indent}→ NOT VERIFIED and not forwarded: ${reason}`);
    },
  };
}

function firstWords({ api, secret, forwardTo, events }: Facts): string {
  const lines = [
    `Listening to sandbox events of the key's application at ${api}`,
    '',
    `  Signing secret  ${secret}   (put it into your application)`,
    `  Forwarded to    ${forwardTo ?? 'nowhere: events are only shown (--forward)'}`,
  ];
  if (events) lines.push(`  Only            ${events.join(', ')}`);
  return [...lines, '', 'Ctrl-C ends it.', ''].join('\n');
}

function forwardedText(forwarded: Forwarded): string {
  return 'status' in forwarded
    ? `→ ${forwarded.status} in ${forwarded.durationMs} ms`
    : `→ not delivered after ${forwarded.durationMs} ms: ${plain(forwarded.error)}`;
}

function localTime(): string {
  return new Date().toLocaleTimeString('en-GB');
}

/** One JSON object in a line: events on stdout, when they are done with; everything else on stderr. */
export function jsonReporter(terminal: Terminal, facts: Facts): Reporter {
  const note = (what: object) => terminal.err(`${JSON.stringify(what)}\n`);
  const print = ({ id, type, headers, rawBody, event, summary }: ReceivedEvent, more: object) => {
    const known = { id, type, receivedAt: new Date().toISOString(), summary, event, headers, body: rawBody.toString() };
    terminal.out(`${JSON.stringify({ ...known, ...more })}\n`);
  };
  return {
    ready: () => note({ state: 'listening', ...facts }),
    lost: (reason) => note({ state: 'lost', reason }),
    back: () => note({ state: 'back' }),
    received: () => {},
    done: (event, forwarded) => print(event, { verified: true, forwarded: forwarded ?? null }),
    refused: (event, reason) => print(event, { verified: false, reason, forwarded: null }),
  };
}
