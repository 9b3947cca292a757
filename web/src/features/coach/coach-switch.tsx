import { Button } from '#web/ui/form/button.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { setCoach, showRemarks, useCoachSettings } from './coach-settings.ts';

/** Turns remarks on prompts on or off, and brings back those that were hidden. */
export function CoachSwitch() {
  const { isOn, hidden } = useCoachSettings();
  return (
    <div>
      <Switch
        label="Writing remarks"
        hint="Suggest a technique beside the text of a prompt. The text is read on this device only."
        checked={isOn}
        onCheckedChange={setCoach}
      />
      {isOn && hidden.length > 0 ? (
        <Button size="small" className="mt-2" onClick={() => showRemarks()}>
          Show hidden remarks again
        </Button>
      ) : null}
    </div>
  );
}
