import { type Simulation, wrongSecret } from './simulation.ts';

/** True for a listed pair of key and secret; without a list, for any pair whose secret is not `wrong`. */
export const isKnownClient = ({ profile }: Pick<Simulation, 'profile'>, key: string, secret: string): boolean => {
  if (key === '' || secret === '') return false;
  if (profile.credentials === null) return secret !== wrongSecret;
  return profile.credentials.some((pair) => pair.consumerKey === key && pair.consumerSecret === secret);
};
