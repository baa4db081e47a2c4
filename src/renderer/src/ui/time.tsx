import { useEffect, useState } from 'react';
import styles from './time.module.css';
import { formatTime, type TimeStyle, timeTitle } from './time-format';

interface TimeProps {
  /** Milliseconds since 1970; nothing is shown for NaN and for what no calendar has. */
  timeMs: number;
  format?: TimeStyle;
}

const LONGEST_DATE_MS = 8.64e15;

/** A time; on hover in full, with its zone and in UTC. */
export function Time({ timeMs, format = 'clock' }: TimeProps) {
  const now = useNow(format === 'ago');
  if (!(Math.abs(timeMs) <= LONGEST_DATE_MS)) return null;
  return (
    <time className={styles.time} dateTime={new Date(timeMs).toISOString()} title={timeTitle(timeMs)}>
      {formatTime(timeMs, format, now)}
    </time>
  );
}

const TICK_MS = 30_000;

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
