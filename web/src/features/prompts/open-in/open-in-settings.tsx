import { useState } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { knownTargets, openSettings, patternProblem } from './open-targets.ts';

/** Chooses the assistants that 'Open in…' offers, and an address of one's own. */
export function OpenInSettings() {
  const settings = openSettings.use();
  const [pattern, setPattern] = useState(settings.ownPattern);
  const [problem, setProblem] = useState<string | null>(null);

  function show(id: string, isShown: boolean) {
    const others = settings.hidden.filter((each) => each !== id);
    openSettings.set({ ...settings, hidden: isShown ? others : [...others, id] });
  }

  function save() {
    const ownPattern = pattern.trim();
    const found = ownPattern === '' ? null : patternProblem(ownPattern);
    setProblem(found);
    if (found !== null) return;
    openSettings.set({ ...settings, ownPattern });
    toast.success(ownPattern === '' ? 'Address removed' : 'Address saved');
  }

  return (
    <div className="flex flex-col gap-5">
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2.5">
        <legend className="mb-2 text-sm font-medium">Shown in the menu</legend>
        {knownTargets.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={!settings.hidden.includes(id)}
            onCheckedChange={(isShown) => show(id, isShown)}
          />
        ))}
      </fieldset>
      <form
        noValidate
        className="flex flex-col items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Your own address"
          name="open-in-address"
          type="url"
          autoComplete="off"
          maxLength={1000}
          className="w-full"
          placeholder="https://chat.example.com/?q={prompt}"
          hint="Write {prompt} where the text belongs."
          value={pattern}
          error={problem}
          onChange={(event) => setPattern(event.currentTarget.value)}
        />
        <Button type="submit" size="small">
          Save address
        </Button>
      </form>
    </div>
  );
}
