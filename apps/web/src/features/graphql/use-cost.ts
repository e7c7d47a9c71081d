'use client';

import { useEffect, useState } from 'react';
import { type Asked, type Cost, readVariables, runQuery } from './run-query.ts';

/** The pause after the last key before the cost is requested. */
const pauseMs = 600;

/** The cost of a query, requested when a person stops typing; undefined while unknown. */
export function useCost({ query, variables }: Asked): Cost | undefined {
  const [cost, setCost] = useState<Cost>();
  useEffect(() => {
    const read = readVariables(variables);
    if (read === undefined || query.trim() === '') return setCost(undefined);
    const leave = new AbortController();
    const timer = setTimeout(() => {
      runQuery({ query, variables: read }, { costOnly: true, signal: leave.signal }).then(
        ({ extensions }) => setCost(extensions?.cost),
        () => undefined,
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [query, variables]);
  return cost;
}
