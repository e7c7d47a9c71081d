/** Sets a key. When the map then holds more than `max` keys, drops the oldest. An existing key keeps its age. */
export const setBounded = <K, V>(map: Map<K, V>, max: number, key: K, value: V): void => {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > max && !oldest.done) map.delete(oldest.value);
};
