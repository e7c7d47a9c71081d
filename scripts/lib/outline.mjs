// @ts-check
// Help and errors of usage, before anything is installed. The command line itself judges the rest, such as values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('../../apps/cli/src/outline.ts').Outline} Outline */
/** @typedef {{ kind: 'run' } | { kind: 'help' | 'error', text: string }} Verdict */

const helpFlags = ['-h', '--help'];

/** @param {string} repository @returns {Outline} */
export function readOutline(repository) {
  return JSON.parse(readFileSync(join(repository, 'apps/cli/outline.json'), 'utf8'));
}

/** @param {string} flags `-a, --app <id>` */
const namesIn = (flags) => [...(flags.match(/(?<=^|, )-{1,2}[\w-]+/g) ?? [])].map(String);

/** @param {string} text @returns {Verdict} */
const wrong = (text) => ({ kind: 'error', text: `error: ${text}\n` });

/**
 * Reads the options of a command line.
 * @param {string[]} words
 * @param {Outline} outline
 * @returns {{ verdict: Verdict } | { given: Set<string>, rest: string[], command: Outline }}
 */
function read(words, outline) {
  let command = outline;
  const known = [...outline.options];
  /** @type {Set<string>} */
  const given = new Set();
  /** @type {string[]} */
  const rest = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      rest.push(...left.splice(0));
    } else if (helpFlags.includes(word)) {
      return { verdict: { kind: 'help', text: command.help } };
    } else if (word.startsWith('-') && word !== '-') {
      const [name = '', value] = word.split(/=(.*)/s);
      const flags = known.find((each) => namesIn(each).includes(name));
      // Flags of one letter may stand together, and a negative number is a value.
      if (!flags && !word.startsWith('--')) return { verdict: { kind: 'run' } };
      if (!flags) return { verdict: wrong(`unknown option '${name}'`) };
      given.add(flags);
      if (/<.+>/.test(flags) && value === undefined && left.shift() === undefined) {
        return { verdict: wrong(`option '${flags}' argument missing`) };
      }
      // A value that may be left out, or several of them: the command line knows.
      if (/\[.+\]|\.\.\./.test(flags)) return { verdict: { kind: 'run' } };
    } else if (rest.length === 0 && Object.hasOwn(command.commands, word)) {
      command = /** @type {Outline} */ (command.commands[word]);
      known.push(...command.options);
    } else if (word === 'help' && Object.keys(command.commands).length > 0) {
      const of = left.find((each) => Object.hasOwn(command.commands, each));
      return { verdict: { kind: 'help', text: (of === undefined ? command : command.commands[of])?.help ?? '' } };
    } else {
      rest.push(word);
    }
  }
  return { given, rest, command };
}

/**
 * Judges a command line.
 * @param {string[]} words
 * @param {Outline} outline
 * @returns {Verdict}
 */
export function judgeWords(words, outline) {
  const found = read(words, outline);
  if ('verdict' in found) return found.verdict;
  const { given, rest, command } = found;
  const [first] = rest;
  if (Object.keys(command.commands).length > 0) {
    return first === undefined ? { kind: 'error', text: command.help } : wrong(`unknown command '${first}'`);
  }
  const missing = command.mandatory.find((flags) => !given.has(flags));
  if (missing) return wrong(`required option '${missing}' not specified`);
  const { min, max } = command.arguments;
  if (rest.length < min) return wrong('missing required argument');
  if (max !== null && rest.length > max) return wrong(`too many arguments. Expected ${max} but got ${rest.length}.`);
  return { kind: 'run' };
}
