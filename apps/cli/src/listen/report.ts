import type { Terminal } from '../terminal.ts';
import { plain } from './describe-event.ts';
import type { Forwarded } from './forward.ts';
import type { ReceivedEvent, Reporter } from './session.ts';

/** What the first lines of a session show. */
type Facts = {
  api: string;
  secret: string;
  forwardTo: string | undefined;
  events: readonly string[] | undefined;
};

/** The length of the longest event type, which aligns the summaries. */
const typeWidth = 'admin.transaction_status'.length;
const indent = ' '.repeat('00:00:00  '.length);

/** Reports a session in lines of text. */
export function textReporter(terminal: Terminal, facts: Facts): Reporter {
  const say = (line: string) => terminal.out(`${line}\n`);
  const line = ({ type, summary }: ReceivedEvent) => `${localTime()}  ${plain(type).padEnd(typeWidth)}  ${summary}`;
  return {
    ready: () => say(introduction(facts)),
    lost: (reason) =>
      terminal.err(`${localTime()}  The API at ${facts.api} cannot be reached: ${reason}. Trying again.\n`),
    back: () => terminal.err(`${localTime()}  The API is back. No events were lost.\n`),
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

function introduction({ api, secret, forwardTo, events }: Facts): string {
  const lines = [
    `Listening for sandbox events of this key's application at ${api}`,
    '',
    `  Signing secret  ${secret}   (set it in your application)`,
    `  Forwarded to    ${forwardTo ?? 'nowhere (use --forward to forward events)'}`,
  ];
  if (events) lines.push(`  Only            ${events.join(', ')}`);
  return [...lines, '', 'Press Ctrl-C to stop.', ''].join('\n');
}

function forwardedText(forwarded: Forwarded): string {
  return 'status' in forwarded
    ? `→ ${forwarded.status} in ${forwarded.durationMs} ms`
    : `→ not delivered after ${forwarded.durationMs} ms: ${plain(forwarded.error)}`;
}

function localTime(): string {
  return new Date().toLocaleTimeString('en-GB');
}

/** Reports a session in JSON, one object per line: handled events on stdout, everything else on stderr. */
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
