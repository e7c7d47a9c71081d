// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A fault that somebody could plant in a money path, and that a test has to notice.
 * @typedef {{
 *   file: string,
 *   find: string,
 *   replace: string,
 *   harm: string,
 *   tests?: string[],
 *   survives?: string,
 * }} Fault
 * `file`: in the folder of its room. `find`: stands in it exactly once. `harm`: what it would do, for people. `tests`: what
 * to run beside the tests of the room. `survives`: why no test can notice it.
 */

/** @typedef {{ folder: string, faults: Fault[] }} Room */
/** @typedef {Omit<Fault, 'tests'> & { room: string, path: string, tests: string[] }} Planted with paths in the repository */

/**
 * The faults of rooms, one list.
 * @param {Record<string, Room>} rooms
 * @returns {Planted[]}
 */
export function faultsOf(rooms) {
  return Object.entries(rooms).flatMap(([room, { folder, faults }]) =>
    faults.map((fault) => ({
      ...fault,
      room,
      path: join(folder, fault.file),
      tests: [`${folder}/`, ...(fault.tests ?? [])],
    })),
  );
}

/**
 * The file of a fault as it is with the fault.
 * @param {string} text of the file
 * @param {Pick<Fault, 'find' | 'replace'>} fault
 * @returns {string | undefined} undefined when its place is not to be found, or not once
 */
export function planted(text, { find, replace }) {
  const parts = text.split(find);
  return parts.length === 2 && find !== replace ? parts.join(replace) : undefined;
}

/**
 * What is wrong with a fault itself: the code has moved, or the fault changes nothing.
 * @param {string} repository
 * @param {Planted} fault
 * @returns {string | undefined} a sentence that says how to mend it
 */
export function staleness(repository, fault) {
  const { room, path, find, replace, harm } = fault;
  const table = `scripts/mutants/${room}.mjs`;
  if (find === replace) return `${table}: the fault "${harm}" changes nothing. Give it another \`replace\`.`;
  let text;
  try {
    text = readFileSync(join(repository, path), 'utf8');
  } catch {
    return `${table}: the fault "${harm}" is in ${path}, which does not exist. Name the file that has this code now.`;
  }
  if (planted(text, fault) !== undefined) return undefined;
  const times = text.split(find).length - 1;
  return `${table}: the fault "${harm}" looks for a text that is in ${path} ${times} times, and not once. Copy the text from the code as it is now: ${JSON.stringify(find)}`;
}

/** What a fault that does not run at all makes of tests: it proves nothing about them. */
const brokenFault =
  /syntax error at or near|could not determine data type|column .* does not exist|missing FROM-clause|SyntaxError|ReferenceError|Transform failed|PARSE_ERROR/;

/** @typedef {{ kind: 'killed', by: string } | { kind: 'survived' } | { kind: 'broken', why: string }} Verdict */

/**
 * What a run of the tests with a fault says about them.
 * @param {{ testResults: { name: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report of Vitest
 * @param {number} code the exit code of the run
 * @returns {Verdict}
 */
export function verdictOf({ testResults }, code) {
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  const messages = failed.flatMap(({ failureMessages }) => failureMessages ?? []);
  const broken = messages.find((message) => brokenFault.test(message));
  if (broken) return { kind: 'broken', why: broken.split('\n')[0] ?? '' };
  const [first] = failed;
  if (first) return { kind: 'killed', by: first.fullName };
  if (code === 0) return { kind: 'survived' };
  const message = testResults.map((file) => file.message).find((text) => text);
  return { kind: 'broken', why: message?.split('\n')[0] ?? `Vitest ended with ${code} and without a failed test.` };
}
