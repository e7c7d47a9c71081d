import type { ProviderAccount, ProviderAnswer, QrRequest } from '@tillgate/domain';
import { apiErrorOf, descriptionLengthMax } from './api-error.ts';
import { classifyCall, isSuccess, rejected } from './classify-call.ts';
import type { Connection } from './connection.ts';
import { deadlineIn } from './deadline.ts';
import { excerptOf } from './excerpt.ts';
import type { HttpAnswer } from './http.ts';
import { codeText, field, plainText } from './json.ts';
import { pngOf } from './png.ts';
import { postAsAccount } from './post-as-account.ts';

type QrAnswer = ProviderAnswer<{ png: string }>;

/** Requests a QR code. The request moves no money and stores nothing, so it can be repeated. Never throws. */
export function makeQr(connection: Connection, account: ProviderAccount, request: QrRequest): Promise<QrAnswer> {
  const operation = {
    path: '/mpesa/qrcode/v1/generate',
    body: () => ({
      MerchantName: request.merchantName,
      RefNo: request.refNo,
      Amount: request.amount,
      TrxCode: request.trxCode,
      CPI: request.cpi,
      Size: String(request.sizePixels),
    }),
    secretFields: [],
    classify: classifyQr,
    logMessage: 'QR code requested from the provider',
  };
  return postAsAccount(connection, account, operation, deadlineIn(connection.timeoutMs));
}

/**
 * Classifies the answer to a QR request. Pure. Only the picture decides about a 2xx, because its ResponseCode can be
 * `00`, an id or anything else. A 2xx without a picture is a rejection: a QR request moves no money.
 */
export function classifyQr(answer: HttpAnswer): QrAnswer {
  if (answer.kind !== 'answered' || !isSuccess(answer)) {
    return classifyCall<{ png: string }>(answer, { acceptedOf: () => undefined, judge: () => undefined });
  }
  const { json } = answer;
  const picture = pngOf(field(json, 'QRCode'));
  if (picture.ok) return { kind: 'accepted', png: picture.value };
  const { errorCode, faultCode, message } = apiErrorOf(json);
  const responseCode = codeText(field(json, 'ResponseCode'));
  const said = message || plainText(field(json, 'ResponseDescription'), descriptionLengthMax) || excerptOf(answer);
  return rejected(
    errorCode ?? faultCode ?? refusalCode(responseCode),
    [picture.reason, said].filter(Boolean).join(' '),
  );
}

/** A success code without a picture is not a useful code. */
function refusalCode(responseCode: string | undefined): string {
  return responseCode === undefined || /^(?:0+$|AG_)/i.test(responseCode) ? 'qr_image_missing' : responseCode;
}
