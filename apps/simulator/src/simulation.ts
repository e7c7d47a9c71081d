import type { FastifyBaseLogger } from 'fastify';
import { Agent } from 'undici';
import { type AirtelRail, createAirtelRail } from './airtel/rail.ts';
import { createOfflinePaymentLog, type OfflinePaymentLog } from './c2b/offline-payments.ts';
import { createRegistrations, type Registrations } from './c2b/registrations.ts';
import { createHolds, type Holds } from './holds.ts';
import { createIdSource, type IdSource } from './ids.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { callbackConnectionsMax, callbackConnectTimeoutMs, promptsMax, requestsMax } from './limits.ts';
import { createPromptLog, type PromptLog } from './prompts.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { type ConversationLog, createConversationLog } from './secured/conversations.ts';
import { type CredentialKey, createCredentialKey } from './secured/credential.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { createTimers, type Timers } from './timers.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** The sandbox passkey from the provider's public documentation. It is not a secret. */
const publicSandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';
/** The one secret that is refused when no credentials are configured. */
export const wrongSecret = 'wrong';

export type Credential = { consumerKey: string; consumerSecret: string };

/** Options that stay fixed while a simulator runs. Times in milliseconds. */
type Profile = {
  passkey: string;
  /** The only valid pairs. Null accepts every non-empty pair except one with the secret `wrong`. */
  credentials: readonly Credential[] | null;
  /** Delay of the "late callback". */
  lateCallbackMs: number;
  /** Delay of the "slow ack". */
  slowAckMs: number;
  /** Time between the callback and the ack in "callback before ack". */
  ackAfterCallbackMs: number;
  /** How long queries report a pending prompt as 4999. After that they report 500.001.1001. */
  query4999Ms: number;
  /** How long a merchant may take to reply to the validation of an offline payment. */
  validationTimeoutMs: number;
  /** The password that a credential must hold while `checkCredential` is on. Null accepts any password. */
  initiatorPassword: string | null;
  /** PEM of the RSA key that decrypts credentials. Null generates a key. */
  privateKeyPem: string | null;
  /** Queries report the outcome this long after the answer, even before the first callback attempt. */
  queryFinalAfterMs: number;
};

export const defaultProfile: Profile = {
  passkey: publicSandboxPasskey,
  credentials: null,
  lateCallbackMs: 30_000,
  slowAckMs: 5_000,
  ackAfterCallbackMs: 1_000,
  query4999Ms: 1_000,
  validationTimeoutMs: 8_000,
  initiatorPassword: null,
  privateKeyPem: null,
  queryFinalAfterMs: 1_000,
};

/** The options of a simulator. Every field has a default. */
export type SimulatorOptions = Partial<Settings> &
  Partial<Profile> & {
    promptsMax?: number;
    requestsMax?: number;
    conversationsMax?: number;
    offlinePaymentsMax?: number;
    now?: () => number;
    /** Names in lower case that clients may use in the Host header, besides `localhost` and addresses. */
    names?: readonly string[];
    /** How long a client may take to send a request. */
    requestTimeoutMs?: number;
    logger?: FastifyBaseLogger;
  };

/** The state of one simulator. All of it is in memory. */
export type Simulation = {
  profile: Profile;
  initialSettings: Settings;
  settings: Settings;
  now: () => number;
  ids: IdSource;
  tokens: Tokens;
  prompts: PromptLog;
  holds: Holds;
  requests: RequestLog;
  timers: Timers;
  agent: Agent;
  /** Keys whose last call the "token refused once" scenario refused. A key is a phone or a receipt. */
  tokenRefusals: Set<string>;
  credentialKey: CredentialKey;
  conversations: ConversationLog;
  ledger: Ledger;
  registrations: Registrations;
  /** Shortcodes whose payments can be pulled. */
  pullShortcodes: Set<string>;
  offlinePayments: OfflinePaymentLog;
  /** Number of QR codes generated so far. */
  qrCodes: number;
  airtel: AirtelRail;
};

/** Returns the fields of `defaults`, overridden by those that `options` sets. */
const pick = <T extends object>(defaults: T, options: Partial<T>): T => {
  const picked = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof T)[]) {
    const value = options[name];
    if (value !== undefined) picked[name] = value as T[keyof T];
  }
  return picked;
};

export const createSimulation = (options: SimulatorOptions): Simulation => {
  const now = options.now ?? Date.now;
  const initialSettings = pick(defaultSettings, options);
  const profile = pick(defaultProfile, options);
  return {
    profile,
    initialSettings,
    settings: { ...initialSettings },
    now,
    ids: createIdSource(now),
    tokens: createTokens(now),
    prompts: createPromptLog(options.promptsMax ?? promptsMax),
    holds: createHolds(now),
    requests: createRequestLog(options.requestsMax ?? requestsMax, now),
    timers: createTimers(),
    agent: new Agent({
      connections: callbackConnectionsMax,
      connect: { timeout: callbackConnectTimeoutMs },
    }),
    tokenRefusals: new Set(),
    credentialKey: createCredentialKey(profile.privateKeyPem),
    conversations: createConversationLog(options.conversationsMax),
    ledger: createLedger(),
    registrations: createRegistrations(),
    pullShortcodes: new Set(),
    offlinePayments: createOfflinePaymentLog(options.offlinePaymentsMax),
    qrCodes: 0,
    airtel: createAirtelRail(now, options.promptsMax),
  };
};
