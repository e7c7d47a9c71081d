// Names and numbers of networks, without their codes: pages load this, and not the catalogue.
export type { RailName } from '../account.ts';
export { addressesOf, addressOf, isAddress, numberOf, railOfAddress } from './address.ts';
export { railLabel, railNames } from './labels.ts';
