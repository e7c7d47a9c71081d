/** The same request with its body read, or undefined when the body is too large: no more of it is read then. */
export async function withBoundedBody(request: Request, bytesMax: number): Promise<Request | undefined> {
  if (!request.body) return request;
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return undefined;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of chunksOf(request.body)) {
    bytes += part.byteLength;
    if (bytes > bytesMax) return undefined;
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  return new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal });
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
