import { useSyncExternalStore } from 'react';
import { deviceStore } from '#web/lib/storage/device-store.ts';
import type { RemarkKind } from './rules.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/** Whether remarks are shown, and which kinds the user has hidden. Stored on this device. */
interface CoachSettings {
  readonly isOn: boolean;
  readonly hidden: readonly string[];
}

const switchKey = 'cuebook.coach';
const hiddenKey = 'cuebook.coach.hidden';
const { notify, subscribe } = createListeners();

let settings = read();

function read(): CoachSettings {
  return {
    isOn: deviceStore.read(switchKey) !== 'off',
    hidden: (deviceStore.read(hiddenKey) ?? '').split(' ').filter((kind) => kind !== ''),
  };
}

/** Applies settings at once; without storage they last until the page is closed. */
function update(next: CoachSettings): void {
  settings = next;
  if (next.isOn) deviceStore.remove(switchKey);
  else deviceStore.write(switchKey, 'off');
  if (next.hidden.length === 0) deviceStore.remove(hiddenKey);
  else deviceStore.write(hiddenKey, next.hidden.join(' '));
  notify();
}

export function setCoach(isOn: boolean): void {
  update({ ...settings, isOn });
}

/** Hides a kind of remark for good. */
export function hideRemarks(kind: RemarkKind): void {
  update({ ...settings, hidden: [...new Set([...settings.hidden, kind])] });
}

/** Shows one hidden kind again, or all of them. */
export function showRemarks(kind?: RemarkKind): void {
  const hidden = kind === undefined ? [] : settings.hidden.filter((each) => each !== kind);
  update({ ...settings, hidden });
}

function onChange(listener: () => void): () => void {
  const onStorage = () => {
    settings = read();
    listener();
  };
  const stop = subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}

export function useCoachSettings(): CoachSettings {
  return useSyncExternalStore(onChange, () => settings);
}
