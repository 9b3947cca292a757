import { normalizeSearch } from '#web/lib/search/normalize-search.ts';
import { Marked, MarksFor } from '#web/ui/content/marked.tsx';
import type { Command, CommandGroup } from './command.ts';

interface CommandListProps {
  readonly id: string;
  readonly groups: readonly CommandGroup[];
  readonly current: Command | undefined;
  readonly search: string;
  readonly nearly: boolean;
  readonly onMark: (command: Command) => void;
  readonly onChoose: (command: Command) => void;
}

/** The listbox of a command window, whose search box has the focus. */
export function CommandList(props: CommandListProps) {
  const { id, groups, current, search, nearly, onMark, onChoose } = props;
  return (
    <div
      id={`${id}-list`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is the listbox of a combobox
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto py-2 empty:-mb-px empty:py-0"
    >
      <MarksFor search={normalizeSearch(search)} nearly={nearly}>
        {groups.map((group, index) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of options, not of fields
          <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`}>
            <p
              id={`${id}-group-${index}`}
              role="presentation"
              className="px-4 pt-3 pb-1.5 text-xs font-medium text-ink-quiet"
            >
              {group.title}
            </p>
            {group.commands.map((command) => (
              <Option
                key={command.id}
                id={`${id}-${command.id}`}
                command={command}
                marked={command === current}
                onMark={() => onMark(command)}
                onChoose={() => onChoose(command)}
              />
            ))}
          </div>
        ))}
      </MarksFor>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly marked: boolean;
  readonly onMark: () => void;
  readonly onChoose: () => void;
}

function Option({ id, command, marked, onMark, onChoose }: OptionProps) {
  return (
    // The search box has focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of the listbox above
      role="option"
      aria-selected={marked}
      data-here={marked}
      // The search box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={marked ? undefined : onMark}
      onClick={onChoose}
      className="cue-line flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 aria-selected:bg-hover"
    >
      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-ink-quiet">
        {command.icon}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span dir="auto" className="block truncate text-left">
          <Marked text={command.label} />
        </span>
        {command.detail ? (
          <span dir="auto" className="block truncate text-left text-xs text-ink-quiet">
            {command.detail}
          </span>
        ) : null}
      </span>
      {command.hint ? (
        <span className="max-w-[40%] shrink-0 truncate text-xs text-ink-quiet">{command.hint}</span>
      ) : null}
    </div>
  );
}
