// Keys end with the membership of the person who made them. The room of keys writes `api_keys`.
export { recordRevoked as recordKeyRevoked } from '../keys/statements.ts';
