import { z } from 'zod';
import { setBounded } from '../bounded-map.ts';
import { shortcodesMax } from '../limits.ts';

const urlLengthMax = 2_048;
const keyLengthMax = 512;
const pinLengthMax = 12;
/** Longest client id. */
export const clientIdLengthMax = 200;
/** What the portal switches on for an application (fact 1). */
const products = ['collection', 'disbursement', 'account', 'kyc', 'summary', 'encryption'] as const;

export type Product = (typeof products)[number];

/** The body of `PUT /admin/airtel/portal`. It replaces what the application had; unknown fields are refused. */
export const portalBody = z.strictObject({
  clientId: z.string().min(1).max(clientIdLengthMax),
  /** Where every notice of the application goes (fact 6). Null: nowhere. */
  callbackUrl: z
    .url({ protocol: /^https?$/ })
    .max(urlLengthMax)
    .nullable()
    .default(null),
  /** Signs notices. Null: they have no hash. */
  callbackKey: z.string().min(1).max(keyLengthMax).nullable().default(null),
  /** Whether requests must have `x-signature` and `x-key` (fact 9). */
  signing: z.boolean().default(false),
  /** The PIN of the wallet that pays out. Null accepts any PIN that can be decrypted. */
  pin: z.string().min(1).max(pinLengthMax).nullable().default(null),
  products: z
    .array(z.enum(products))
    .max(products.length)
    .default([...products]),
});

/** An application's page in the rail's portal: there is no URL per request. */
export type Portal = z.infer<typeof portalBody>;

export type Portals = {
  set(portal: Portal): void;
  /** The page of an application; without one, it has all products, no callback URL and no signing. */
  of(clientId: string): Portal;
  list(): Portal[];
  clear(): void;
};

export const createPortals = (): Portals => {
  const portals = new Map<string, Portal>();
  return {
    set: (portal) => setBounded(portals, shortcodesMax, portal.clientId, portal),
    of: (clientId) =>
      portals.get(clientId) ?? {
        clientId,
        callbackUrl: null,
        callbackKey: null,
        signing: false,
        pin: null,
        products: [...products],
      },
    list: () => [...portals.values()],
    clear: () => portals.clear(),
  };
};

/** A page without its key, PIN and URL, which belong to the merchant. */
export const renderPortal = ({ callbackUrl, callbackKey, pin, ...portal }: Portal) => ({
  clientId: portal.clientId,
  hasCallbackUrl: callbackUrl !== null,
  hasCallbackKey: callbackKey !== null,
  hasPin: pin !== null,
  signing: portal.signing,
  products: portal.products,
});
