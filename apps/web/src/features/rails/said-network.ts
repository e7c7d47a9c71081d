import { type RailName, railLabel, railNames } from '@tillgate/domain/rails/labels';

/** What a text is told of a network: which it is, or `any` of several, and its name. The name of `any` is never shown. */
export type SaidNetwork = { rail: RailName | 'any'; network: string };

/**
 * The network that a text is about.
 * @param given the network of its row. Without one, it is the only network of the application, or any of them
 * @param providers one entry for each account of the application; none until the server said so
 */
export function saidNetwork(given: RailName | null | undefined, providers: readonly { rail: RailName }[]): SaidNetwork {
  const only = providers.length > 1 ? undefined : (providers[0]?.rail ?? railNames[0]);
  const rail = given ?? only ?? 'any';
  return { rail, network: railLabel(rail) };
}

/** The network that an order asks for, if it names one that this release knows. */
export function railOfInput(input: Record<string, unknown> | undefined): RailName | undefined {
  return railNames.find((rail) => rail === input?.rail);
}
