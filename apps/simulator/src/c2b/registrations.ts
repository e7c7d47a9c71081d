import { setBounded } from '../bounded-map.ts';
import { shortcodesMax } from '../limits.ts';
import type { Registration } from './fields.ts';

export type Registrations = {
  set(registration: Registration): void;
  find(shortcode: string): Registration | undefined;
  /** The most recent registration. */
  latest(): Registration | undefined;
  list(): Registration[];
  clear(): void;
};

/** Keeps the registered URLs of each shortcode. A new registration replaces the old one. */
export const createRegistrations = (): Registrations => {
  const registrations = new Map<string, Registration>();
  return {
    set(registration) {
      registrations.delete(registration.shortcode);
      setBounded(registrations, shortcodesMax, registration.shortcode, registration);
    },
    find: (shortcode) => registrations.get(shortcode),
    latest: () => [...registrations.values()].at(-1),
    list: () => [...registrations.values()].reverse(),
    clear: () => registrations.clear(),
  };
};

/** A registration as the admin API shows it, without the URLs, which belong to the merchant. */
export const renderRegistration = ({ shortcode, version, responseType }: Registration) => ({
  shortcode,
  version,
  responseType,
});
