/** Sets a key and drops the oldest one beyond `max`. Setting a known key again keeps its age. */
export const setBounded = <K, V>(map: Map<K, V>, max: number, key: K, value: V): void => {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > max && !oldest.done) map.delete(oldest.value);
};
