import { deviceStore } from '#web/lib/storage/device-store.ts';
import { firstStepIds, type FirstStep } from './first-steps.ts';

const keyOf = (userId: string) => `cuebook.first-steps/${userId}`;

/**
 * The first steps as this device showed them last, so that nothing shifts while data loads. 'over':
 * they are done or hidden. Null: they were never shown.
 */
export const firstStepsMemory = {
  read(userId: string): readonly FirstStep[] | 'over' | null {
    const stored = deviceStore.read(keyOf(userId));
    if (stored === null || stored === 'over') return stored;
    const done = stored.split(',');
    return firstStepIds.map((id) => ({ id, done: done.includes(id) }));
  },
  write(userId: string, steps: readonly FirstStep[] | 'over'): void {
    deviceStore.write(
      keyOf(userId),
      steps === 'over' ? steps : steps.flatMap(({ id, done }) => (done ? [id] : [])).join(','),
    );
  },
};
