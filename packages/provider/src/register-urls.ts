import type { ProviderAccount, ProviderAnswer, RegisterUrlsRequest } from '@tillgate/domain';
import { apiErrorOf, descriptionLengthMax } from './api-error.ts';
import { classifyCall, isSuccess } from './classify-call.ts';
import type { Connection } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import type { Answered, HttpAnswer } from './http.ts';
import { codeText, field, nonBlank, plainText } from './json.ts';
import { postAsAccount } from './post-as-account.ts';

/** The part of a response in which the message is searched. */
const textLengthMax = 10_000;
const registeredPattern = /already\s+(?:been\s+)?registered|duplicate\s+notification\s+info/i;

type Registered = { responseCode: string | null; responseDescription: string | null };

/**
 * Registers the URLs for offline payments. Can be repeated: a shortcode that already has URLs is `accepted` with nulls.
 * The provider does not say whether they are the same URLs. Never throws.
 */
export function registerUrls(
  connection: Connection,
  account: ProviderAccount,
  request: RegisterUrlsRequest,
): Promise<ProviderAnswer<Registered>> {
  const operation = {
    path: `/mpesa/c2b/${connection.c2bVersion}/registerurl`,
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
  return postAsAccount(connection, account, operation, deadlineIn(connection.timeoutMs));
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
