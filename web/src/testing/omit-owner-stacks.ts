import * as React from 'react';

/**
 * Keeps React's development build from capturing two stacks for each element it creates. They only
 * add owners to its messages, and take a quarter of the page's time. React omits them itself after
 * ten thousand in a second, which it counts in the field that this replaces.
 */
export function omitOwnerStacks(): void {
  const internals: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  );
  if (typeof internals !== 'object' || internals === null) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.MAX_SAFE_INTEGER,
    set() {
      // React counts up, and back to 0.
    },
  });
}
