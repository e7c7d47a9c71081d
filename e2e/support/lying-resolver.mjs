// Preloaded by a process under test: a name server that answers with the addresses of LYING_NAMES, a JSON object.
import { Resolver } from 'node:dns/promises';

/** @type {Record<string, string[]>} */
const names = JSON.parse(process.env.LYING_NAMES ?? '{}');
/** @param {boolean} isV6 */
const answer = (isV6) => async (/** @type {string} */ name) =>
  (names[name] ?? []).filter((address) => address.includes(':') === isV6);

Resolver.prototype.resolve4 = /** @type {never} */ (answer(false));
Resolver.prototype.resolve6 = /** @type {never} */ (answer(true));
