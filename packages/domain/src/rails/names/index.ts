// Names and numbers of networks, without their codes.

export { type RailName, railLabel, railNames, railsLabel, samplePhone } from '../labels/index.ts';
export { addressesOf, addressOf, isAddress, numberOf, railOfAddress } from './address.ts';
