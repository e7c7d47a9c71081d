const bodyShownMax = 16_384;

/** What the provider posted, as text of at most 16 kB. What is no character, and the character zero, becomes `�`. */
export function shownBody(body: Uint8Array): { body: string; isCut: boolean } {
  const text = Buffer.from(body).subarray(0, bodyShownMax).toString('utf8');
  return { body: text.replaceAll('\u0000', '�'), isCut: body.length > bodyShownMax };
}
