/** A count up to a limit. */
export type Count = {
  value: number;
  /** There are more than `value`. */
  more: boolean;
};

/** @param counted counted up to one more than `max` */
export function countUpTo(max: number, counted: number): Count {
  return { value: Math.min(counted, max), more: counted > max };
}
