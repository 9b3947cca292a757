import { createDeviceSetting } from '#web/lib/storage/device-setting.ts';
import type { RemarkKind } from './rules.ts';

const isOnSetting = createDeviceSetting(
  'cuebook.coach',
  (stored) => stored !== 'off',
  (isOn) => (isOn ? null : 'off'),
);

/** The kinds of remarks that the user has hidden. */
const hiddenSetting = createDeviceSetting<readonly string[]>(
  'cuebook.coach.hidden',
  (stored) => (stored ?? '').split(' ').filter((kind) => kind !== ''),
  (kinds) => (kinds.length === 0 ? null : kinds.join(' ')),
);

export const setCoach = isOnSetting.set;

/** Hides a kind of remark for good. */
export function hideRemarks(kind: RemarkKind): void {
  hiddenSetting.set([...new Set([...hiddenSetting.get(), kind])]);
}

/** Shows one hidden kind again, or all of them. */
export function showRemarks(kind?: RemarkKind): void {
  hiddenSetting.set(kind === undefined ? [] : hiddenSetting.get().filter((each) => each !== kind));
}

/** Whether remarks are shown, and which kinds the user has hidden. Stored on this device. */
export function useCoachSettings() {
  return { isOn: isOnSetting.use(), hidden: hiddenSetting.use() };
}
