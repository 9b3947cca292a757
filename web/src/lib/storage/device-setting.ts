import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/lib/react/listeners.ts';
import { deviceStore } from './device-store.ts';

export interface DeviceSetting<Value> {
  readonly get: () => Value;
  /** Applies at once, in other tabs too; without storage, until the page is closed. */
  readonly set: (value: Value) => void;
  /** The value in a component, which renders again when it changes. */
  readonly use: () => Value;
}

/**
 * Creates a setting that is stored on this device. `format` returns null for the value of a device
 * that has stored none.
 */
export function createDeviceSetting<Value>(
  key: string,
  parse: (stored: string | null) => Value,
  format: (value: Value) => string | null,
): DeviceSetting<Value> {
  const { notify, subscribe } = createListeners();
  let current = parse(deviceStore.read(key));

  function onChange(listener: () => void): () => void {
    const onStorage = () => {
      current = parse(deviceStore.read(key));
      listener();
    };
    const stop = subscribe(listener);
    window.addEventListener('storage', onStorage);
    return () => {
      stop();
      window.removeEventListener('storage', onStorage);
    };
  }

  return {
    get: () => current,
    set: (value) => {
      current = value;
      const stored = format(value);
      if (stored === null) deviceStore.remove(key);
      else deviceStore.write(key, stored);
      notify();
    },
    use: () => useSyncExternalStore(onChange, () => current),
  };
}
