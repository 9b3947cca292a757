import { useState } from 'react';
import { deviceStore } from './device-store.ts';

/**
 * Returns a state that is one of `values`, stored on this device: a setting such as the layout of a
 * list.
 */
export function useLocalStorageState<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const stored = deviceStore.read(key);
    return values.find((each) => each === stored) ?? values[0];
  });
  return [
    value,
    (next) => {
      setValue(next);
      deviceStore.write(key, next);
    },
  ];
}
