// Names and numbers of networks, without their codes.

export { type RailName, railLabel, railNames } from '../labels/index.ts';
export { addressesOf, addressOf, isAddress, numberOf, railOfAddress } from './address.ts';
