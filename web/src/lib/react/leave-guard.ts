import { useEffect, useState } from 'react';
import { useLatestRef } from './use-latest-ref.ts';

/** Returns whether the page holds a navigation back, which `leave` starts again. */
type LeaveGuard = (leave: () => void) => boolean;

let guard: LeaveGuard | null = null;

/** Asks the page whether it may be left; if not, it calls `leave` once the person agrees. */
export function isHeldBack(leave: () => void): boolean {
  return guard?.(leave) ?? false;
}

interface LeaveQuestion {
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Holds back every navigation away from this page while `shouldAsk` returns true. Returns the
 * answers to the question, or null while nobody has to be asked.
 */
export function useLeaveGuard(shouldAsk: () => boolean): LeaveQuestion | null {
  const [heldBack, setHeldBack] = useState<(() => void) | null>(null);
  const latest = useLatestRef(shouldAsk);

  useEffect(() => {
    guard = (leave) => {
      if (!latest.current()) return false;
      setHeldBack(() => leave);
      return true;
    };
    return () => {
      guard = null;
    };
  }, [latest]);

  if (heldBack === null) return null;
  return {
    stay: () => setHeldBack(null),
    leave: () => {
      setHeldBack(null);
      guard = null;
      heldBack();
    },
  };
}
