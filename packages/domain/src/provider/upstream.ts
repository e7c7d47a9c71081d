/** The end of a sentence about the provider that tells what it said; empty when it said nothing. */
export function upstreamSaid(upstream: { description: string } | null | undefined): string {
  return upstream?.description ? ` It said: ${upstream.description}` : '';
}
