/** Capability: waits until an account may be asked to pay once more. */
export type WithPace = {
  /** @param account its address at its network; null where the application has none */
  pace(account: string | null): Promise<void>;
};
