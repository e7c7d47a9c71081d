import type { Connection } from '../kit/connection.ts';
import type { AirtelAccount } from './account.ts';
import type { EncryptionKeys } from './encryption-keys.ts';

/** What every operation of Airtel Money needs. */
export type AirtelConnection = Connection<AirtelAccount> & { keys: EncryptionKeys };

/** Questions end sooner than calls that move money, because a person may be waiting. The sweep asks again later. */
export const questionTimeoutMaxMs = 10_000;
