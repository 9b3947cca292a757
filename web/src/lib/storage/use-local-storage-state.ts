import { useState } from 'react';
import { deviceStore } from './device-store.ts';

/** One of a few values, kept on this device: how a person likes to see a list. */
export function useLocalStorageState<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const kept = deviceStore.read(key);
    return values.find((each) => each === kept) ?? values[0];
  });
  return [
    value,
    (next) => {
      setValue(next);
      deviceStore.write(key, next);
    },
  ];
}
