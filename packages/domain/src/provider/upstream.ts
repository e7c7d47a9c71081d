/** The end of a sentence about the provider with the message of its answer; empty when there is none. */
export function upstreamText(upstream: { description: string } | null | undefined): string {
  return upstream?.description ? ` It said: ${upstream.description}` : '';
}
