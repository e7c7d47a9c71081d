// @ts-check
// The list of components as CycloneDX. `npm sbom` refuses a tree with overrides, and leaves out what other systems install.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, integrity?: string, license?: string, link?: boolean, dev?: boolean }} Locked */

/** The name of a package as a package URL writes it. @param {string} name */
const purlName = (name) => name.split('/').map(encodeURIComponent).join('/');

/** SHA-512 in hex, from the integrity of a lock file. @param {string | undefined} integrity */
function sha512Of(integrity = '') {
  const [, base64] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return base64 === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }];
}

/** @param {string} license */
const licenceOf = (license) =>
  /^[\w.-]+$/.test(license) ? { license: { id: license } } : { license: { name: license } };

/**
 * Every package of the lock file, once for each version, sorted: the same lock file gives the same list.
 * @param {string} repository
 */
export function listComponents(repository) {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  /** @type {{ name: string, version: string }} */
  const { name: product, version: release } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  /** @type {Map<string, { scope: string }>} */
  const components = new Map();
  for (const [path, { version, integrity, license, link, dev }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/');
    if (at === -1 || link || version === undefined) continue;
    const name = path.slice(at + 'node_modules/'.length);
    const purl = `pkg:npm/${purlName(name)}@${version}`;
    // What one part of the product needs at run time is required, though another only builds with it.
    const isRequired = !dev || components.get(purl)?.scope === 'required';
    const component = {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      scope: isRequired ? 'required' : 'excluded',
      hashes: sha512Of(integrity),
      ...(license !== undefined && { licenses: [licenceOf(license)] }),
    };
    components.set(purl, component);
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': `${product}@${release}`, name: product, version: release },
    },
    components: [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component),
  };
}
