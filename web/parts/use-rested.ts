import { useEffect, useRef, useState } from 'preact/hooks';

/** How long a value that changes again and again must rest before it counts (ms). */
const restMs = 150;

/** Debounce: the first value passes at once; during quick changes only the last one does. */
export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const last = useRef(value);
  const now = performance.now();
  const isAtOnce = last.current !== value && now - changedAt.current > restMs;
  if (last.current !== value) {
    last.current = value;
    changedAt.current = now;
  }
  useEffect(() => {
    if (isAtOnce) setRested(value);
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return isAtOnce ? value : rested;
}
