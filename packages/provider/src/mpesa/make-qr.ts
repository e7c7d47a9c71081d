import type { ProviderAccount, ProviderAnswer, QrRequest } from '@tillgate/domain';
import { isSuccess, rejected } from '../kit/answers.ts';
import { deadlineIn } from '../kit/deadline.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { HttpAnswer } from '../kit/http.ts';
import { codeText, field, plainText } from '../kit/json.ts';
import { postAsAccount } from '../kit/post-as-account.ts';
import { descriptionLengthMax } from '../kit/safe-text.ts';
import { apiErrorOf } from './api-error.ts';
import { classifyCall } from './classify-call.ts';
import type { MpesaConnection } from './connection.ts';
import { pngOf } from './png.ts';

type QrAnswer = ProviderAnswer<{ png: string }>;

/** Requests a QR code. The request moves no money and stores nothing, so it can be repeated. Never throws. */
export function makeQr(connection: MpesaConnection, account: ProviderAccount, request: QrRequest): Promise<QrAnswer> {
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
