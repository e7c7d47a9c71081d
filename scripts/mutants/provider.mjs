// @ts-check
/** @type {import('../lib/mutation.mjs').Room} */
export const provider = {
  folder: 'packages/provider/src',
  faults: [
    {
      file: 'mpesa/judge-result.ts',
      find: `const openCodes = new Set(['15', '100000000']);`,
      replace: `const openCodes = new Set(['100000000']);`,
      harm: 'the result of a repeated id fails a payout that the first request sent',
    },
    {
      file: 'mpesa/read-transaction.ts',
      find: `['completed', 'success'],`,
      replace: `['completed', 'success'],\n  ['reversed', 'success'],`,
      harm: 'a payout counts as done whose money went back',
    },
    {
      file: 'mpesa/classify-call.ts',
      find: `if (isSuccess(answer) && responseCode === '0' && !hasError && accepted !== undefined) {`,
      replace: `if (isSuccess(answer) && responseCode === '0' && accepted !== undefined) {`,
      harm: 'an answer that also names an error counts as accepted',
    },
    {
      file: 'mpesa/classify-call.ts',
      find: `    return unknown(answer, error, 'claims acceptance but does not prove it');
`,
      replace: '',
      harm: 'an acceptance without its ids is told as a refusal, and the merchant pays again',
    },
    {
      file: 'mpesa/classify-call.ts',
      find: `return !errorCode.startsWith('5') && refusalStatuses.has(statusCode);`,
      replace: 'return refusalStatuses.has(statusCode);',
      harm: 'a fault of the provider counts as a refusal',
    },
    {
      file: 'mpesa/classify-call.ts',
      find: '[400, 401, 403, 404, 405, 406, 411,',
      replace: '[400, 401, 403, 404, 405, 406, 408, 411,',
      harm: 'a time-out counts as a refusal',
    },
    {
      file: 'mpesa/classify-call.ts',
      find: 'new Set([307, 308])',
      replace: 'new Set([301, 302, 307, 308])',
      harm: 'a redirect after the request was carried out counts as not sent',
    },
    {
      file: 'mpesa/classify-push.ts',
      find: 'code === pushRefusalCode && !saysUnderWay(message)',
      replace: 'code === pushRefusalCode',
      harm: 'a prompt that is on the handset is told as refused',
    },
    {
      file: 'mpesa/classify-query.ts',
      find: `if (/^00+$/.test(resultCode)) return noAnswer(\`result code \${resultCode}\`);`,
      replace: '',
      harm: 'a result code that proves nothing fails a payment',
    },
    {
      file: 'mpesa/classify-query.ts',
      find: `if (resultCode === ambiguousCode) return ambiguous(resultCode, resultDesc, \`HTTP \${statusCode}\`);`,
      replace: '',
      harm: 'a prompt that is being processed fails',
    },
    {
      file: 'mpesa/classify-query.ts',
      find: `    return noAnswer('the answer is about another prompt');
`,
      replace: '',
      harm: 'the answer about another prompt settles a payment',
    },
    {
      file: 'mpesa/classify-secured.ts',
      find: `if (isDuplicate(code, message)) return { open: 'says that this OriginatorConversationID was used before' };`,
      replace: '',
      harm: 'a repeated payout is told as refused, although the first one was sent',
    },
    {
      file: 'mpesa/classify-secured.ts',
      find: 'return code === duplicateCode && !unavailablePattern.test(message);',
      replace: 'return code === duplicateCode && duplicatePattern.test(message);',
      harm: 'a duplicate without a clear message counts as a refusal',
    },
    {
      file: 'mpesa/classify-secured.ts',
      find: 'refusalPattern.test(message) && !underWayPattern.test(message)',
      replace: 'refusalPattern.test(message)',
      harm: 'a payout under way is told as refused',
    },
    {
      file: 'kit/call-as-account.ts',
      find: 'mayStart: sendBefore && (() => clock.now() < sendBefore),',
      replace: '',
      harm: 'money is sent after the lease of its key',
    },
    {
      file: 'kit/authorized-call.ts',
      find: 'if (!isTokenError(answer) || deadline.remainingMs() < budgetMs * repeatTimeShareMin) return answer;',
      replace: 'if (deadline.remainingMs() < budgetMs * repeatTimeShareMin) return answer;',
      harm: 'a payout is sent twice with two tokens',
    },
    {
      file: 'mpesa/push-prompt.ts',
      find: `if (partyB === null) return unreachable('till_number_missing', 'The till has no till number.');`,
      replace: '',
      harm: 'the money of a till goes to its store number',
    },
    {
      file: 'mpesa/push-prompt.ts',
      find: `account.product === 'till' ? account.tillNumber : account.shortcode;`,
      replace: 'account.shortcode;',
      harm: 'the money of a till goes to its store number instead of its till',
    },
    {
      file: 'mpesa/pay-out.ts',
      find: `    sentId: request.originatorConversationId,
`,
      replace: '',
      harm: 'a payout whose id the provider does not echo cannot be asked about',
    },
    {
      file: 'mpesa/parse-prompt-callback.ts',
      find: `if (outcome !== 'success' && realReceipt(itemValue(items, 'MpesaReceiptNumber')) === null) return null;`,
      replace: `if (outcome !== 'success') return null;`,
      harm: 'a failure that names a receipt is told as a plain failure',
    },
    {
      file: 'mpesa/parse-prompt-callback.ts',
      find: 'if (resultCode === undefined || /^00+$/.test(resultCode)) {',
      replace: 'if (resultCode === undefined) {',
      harm: 'a result code that proves nothing fails a payment by its callback',
    },
    {
      file: 'mpesa/parse-result.ts',
      find: `return codeText(resultType) === '0';`,
      replace: 'return true;',
      harm: 'a result that announces another one counts as final',
    },
    {
      file: 'mpesa/parse-result.ts',
      find: 'if (resultCode === undefined || /^00+$/.test(resultCode)) return',
      replace: 'if (resultCode === undefined) return',
      harm: 'a result code that proves nothing fails a payout',
    },
    {
      file: 'mpesa/receipt.ts',
      find: 'return text === null || placeholderPattern.test(text) ? null : text;',
      replace: 'return text;',
      harm: 'a placeholder counts as the receipt of money',
    },
    {
      file: 'kit/amount-text.ts',
      find: `if (typeof value === 'number' && whole.length + decimals.length > exactDigitsMax) return null;`,
      replace: '',
      harm: 'an amount that lost digits counts as exact',
    },
  ],
};
