import type {
  C2bVersion,
  ProviderAccount,
  ProviderAnswer,
  RegisterUrlsRequest,
  UrlsRegistered,
} from '@tillgate/domain';
import { isSuccess } from '../kit/answers.ts';
import { type Deadline, deadlineIn } from '../kit/deadline.ts';
import type { Answered, HttpAnswer } from '../kit/http.ts';
import { codeText, field, nonBlank, plainText } from '../kit/json.ts';
import { postAsAccount } from '../kit/post-as-account.ts';
import { descriptionLengthMax } from '../kit/safe-text.ts';
import { apiErrorOf } from './api-error.ts';
import { classifyCall } from './classify-call.ts';
import type { MpesaConnection } from './connection.ts';

/** The part of a response in which the message is searched. */
const textLengthMax = 10_000;
const registeredPattern = /already\s+(?:been\s+)?registered|duplicate\s+notification\s+info/i;

/** The gateway's words for an app without the version of the API: it refused before the API had the request. */
const noProductCode = '401.003.01';
const noProductPattern = /apiproduct/i;

type Registered = Omit<UrlsRegistered, 'c2bVersion'>;

/**
 * Registers the URLs for offline payments. Can be repeated: a shortcode that already has URLs is `accepted` with nulls.
 * The provider does not say whether they are the same URLs. When the app is not enabled for a version of the API, the
 * other one is tried, once. Never throws.
 */
export async function registerUrls(
  connection: MpesaConnection,
  account: ProviderAccount,
  request: RegisterUrlsRequest,
): Promise<ProviderAnswer<UrlsRegistered>> {
  const deadline = deadlineIn(connection.timeoutMs);
  const first = account.c2bVersion ?? connection.c2bVersion;
  const answer = await registerUnder(first, connection, account, request, deadline);
  if (!lacksProduct(answer)) return answer;
  const other = await registerUnder(first === 'v1' ? 'v2' : 'v1', connection, account, request, deadline);
  // The app has neither, so the version that should work is the one to read about.
  return lacksProduct(other) ? answer : other;
}

async function registerUnder(
  c2bVersion: C2bVersion,
  connection: MpesaConnection,
  account: ProviderAccount,
  request: RegisterUrlsRequest,
  deadline: Deadline,
): Promise<ProviderAnswer<UrlsRegistered>> {
  const operation = {
    path: `/mpesa/c2b/${c2bVersion}/registerurl`,
    body: () => ({
      ShortCode: account.shortcode,
      // The provider completes the payment when it cannot reach the validation URL.
      ResponseType: 'Completed',
      ConfirmationURL: request.confirmationUrl,
      ValidationURL: request.validationUrl,
    }),
    secretFields: [],
    classify: classifyRegistration,
    logMessage: 'C2B URLs registered with the provider',
  };
  const answer = await postAsAccount(connection, account, operation, deadline);
  return answer.kind === 'accepted' ? { ...answer, c2bVersion } : answer;
}

function lacksProduct(answer: ProviderAnswer<UrlsRegistered>): boolean {
  if (answer.kind !== 'rejected' || answer.by !== 'provider') return false;
  return answer.code === noProductCode || noProductPattern.test(`${answer.code} ${answer.description}`);
}

/**
 * Classifies the answer to a registration. Pure. "Already registered" comes with several statuses and codes, and as
 * bare text. One of these codes also has other meanings, so the message decides.
 */
export function classifyRegistration(answer: HttpAnswer): ProviderAnswer<Registered> {
  if (answer.kind === 'answered') {
    const text = (answer.text ?? JSON.stringify(answer.json ?? {})).slice(0, textLengthMax);
    if (registeredPattern.test(text)) return { kind: 'accepted', responseCode: null, responseDescription: null };
    const registered = registeredOf(answer);
    if (registered !== undefined) return { kind: 'accepted', ...registered };
  }
  return classifyCall<Registered>(answer, { acceptedOf: () => undefined, judge: () => undefined });
}

/** Success is a code of zeros, of any length, or no code and a description that begins with "success". */
function registeredOf(answer: Answered): Registered | undefined {
  const { errorCode, faultCode } = apiErrorOf(answer.json);
  if (!isSuccess(answer) || errorCode !== undefined || faultCode !== undefined) return undefined;
  const responseCode = codeText(field(answer.json, 'ResponseCode'));
  const description = plainText(field(answer.json, 'ResponseDescription'), descriptionLengthMax);
  const isDone = responseCode === undefined ? /^success/i.test(description) : /^0+$/.test(responseCode);
  if (!isDone) return undefined;
  return { responseCode: responseCode ?? null, responseDescription: nonBlank(description) ?? null };
}
