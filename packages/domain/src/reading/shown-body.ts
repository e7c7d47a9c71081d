const bodyShownMax = 16_384;

/** A posted body as text of at most 16 kB. Invalid characters and NUL become `�`. */
export function shownBody(body: Uint8Array): { body: string; isCut: boolean } {
  const text = Buffer.from(body).subarray(0, bodyShownMax).toString('utf8');
  return { body: text.replaceAll('\u0000', '�'), isCut: body.length > bodyShownMax };
}
