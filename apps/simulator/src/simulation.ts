import type { FastifyBaseLogger } from 'fastify';
import { Agent } from 'undici';
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

/** The public sandbox passkey that the provider prints in its documentation; it protects nothing. */
const publicSandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';
/** With no list of credentials configured every pair is good, except one with this secret. */
export const wrongSecret = 'wrong';

export type Credential = { consumerKey: string; consumerSecret: string };

/** Fixed for the life of a simulator. Times in milliseconds. */
type Profile = {
  passkey: string;
  /** The only valid pairs; null accepts any non-empty pair but the documented wrong secret. */
  credentials: readonly Credential[] | null;
  /** How late the "late callback" comes. */
  lateCallbackMs: number;
  /** How long the "slow ack" takes. */
  slowAckMs: number;
  /** Time between the callback and the ack in "callback before ack". */
  ackAfterCallbackMs: number;
  /** How long a pending prompt is reported as 4999 before queries turn to 500.001.1001. */
  query4999Ms: number;
  /** How long a merchant has to answer the validation of an offline payment. */
  validationTimeoutMs: number;
  /** What a credential must hold while `checkCredential` is on; null takes any password. */
  initiatorPassword: string | null;
  /** PEM of the RSA key that opens credentials; null makes one. */
  privateKeyPem: string | null;
  /** A query turns final this long after the outcome even if the callback has not been tried yet. */
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

/** Everything configurable about one simulator; each field left out takes its default. */
export type SimulatorOptions = Partial<Settings> &
  Partial<Profile> & {
    promptsMax?: number;
    requestsMax?: number;
    conversationsMax?: number;
    offlinePaymentsMax?: number;
    now?: () => number;
    logger?: FastifyBaseLogger;
  };

/** The state of one simulator, all in memory. */
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
  /** Keys (a phone, or another mark of a request) whose last call was refused by the "token refused once" scenario. */
  tokenRefusals: Set<string>;
  credentialKey: CredentialKey;
  conversations: ConversationLog;
  ledger: Ledger;
  registrations: Registrations;
  offlinePayments: OfflinePaymentLog;
  /** QR codes made so far. */
  qrCodes: number;
};

/** Keeps the fields of `defaults` and takes those that `options` sets. */
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
    offlinePayments: createOfflinePaymentLog(options.offlinePaymentsMax),
    qrCodes: 0,
  };
};
