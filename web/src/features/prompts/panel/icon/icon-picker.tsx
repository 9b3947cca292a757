import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { firstEmoji, offeredEmoji } from './emoji.ts';

interface IconPickerProps {
  readonly value: string | null;
  /** The prompt's title and group, which decide how it looks without an emoji. */
  readonly title: string;
  readonly groupId: string | null;
  readonly onChange: (icon: string | null) => void;
}

/** A button with the prompt's emoji; it opens a choice of emoji and a field for any other. */
export function IconPicker({ value, title, groupId, onChange }: IconPickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const found = firstEmoji(typed);

  function choose(icon: string | null) {
    onChange(icon);
    setOpen(false);
    setTyped('');
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`Icon: ${value ?? 'first letter (default)'}. Change`}
        title="Change icon"
        className="shrink-0 rounded-md border border-outline hover:border-ink-quiet"
      >
        <PromptIcon
          icon={value}
          title={title}
          groupId={groupId}
          className="!size-[38px] text-xl pointer-coarse:!size-[42px]"
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Choose an icon"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-hairline bg-surface p-3 shadow-float"
        >
          <ul
            aria-label="Icons"
            className="mb-3 grid grid-cols-8 gap-0.5 pointer-coarse:grid-cols-6"
          >
            {offeredEmoji.map(([emoji, name]) => (
              <li key={emoji}>
                <button
                  type="button"
                  aria-label={name}
                  title={name}
                  aria-pressed={emoji === value}
                  onClick={() => choose(emoji)}
                  className="grid h-9 w-full place-items-center rounded-md text-lg pointer-coarse:h-11 hover:bg-hover aria-pressed:bg-chip"
                >
                  {emoji}
                </button>
              </li>
            ))}
          </ul>
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              event.stopPropagation();
              if (found) choose(found);
            }}
          >
            <TextField
              label="Any other emoji"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              className="min-w-0 flex-1"
            />
            <Button type="submit" disabled={!found}>
              Use {found}
            </Button>
          </form>
          {value === null ? null : (
            <Button variant="quiet" size="small" className="mt-2" onClick={() => choose(null)}>
              Use default icon
            </Button>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
