/** Results of a prompt that was on the phone and that nobody answered with a PIN: cancelled, not answered, expired. */
const unansweredCodes = new Set(['1032', '1037', '1019']);

/** Whether a prompt with this result was on the phone and got no PIN. */
export function isUnanswered(code: string): boolean {
  return unansweredCodes.has(code);
}

const openCodes = new Set(['4999', '500.001.1001']);

/** Whether a code says that a prompt is still open. No ended payment has such a code as the reason of its result. */
export function isOpenCode(code: string): boolean {
  return openCodes.has(code);
}
