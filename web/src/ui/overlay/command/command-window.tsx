import { ArrowLeft, Search, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useId, useRef, type ReactNode } from 'react';
import { searchLength } from '#web/lib/search/normalize-search.ts';
import { modifierKey } from '#web/lib/react/modifier-key.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { CommandList } from './command-list.tsx';
import type { CommandGroup } from './command.ts';
import { isToast } from '../is-toast.ts';
import { scrimClass } from '../overlay-class.ts';
import { useCommandChoice } from './use-command-choice.ts';
import { useReturnFocus } from '../use-return-focus.ts';

/** A form that the window shows in place of the search and its results. */
interface CommandForm {
  readonly title: string;
  readonly description: string;
  /** The form, with its own scroll area and buttons. */
  readonly children: ReactNode;
  /** Leads back to the results, which are as they were. */
  readonly onBack: () => void;
}

interface CommandWindowProps {
  /** The window's name, for screen readers. */
  readonly title: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly CommandGroup[];
  /** No exact matches: close ones are marked. */
  readonly nearly: boolean;
  /**
   * 'searching': others may come before the first command, so Enter waits for them. 'failed': some are
   * missing.
   */
  readonly results: 'searching' | 'complete' | 'failed';
  /** Shown under the list and announced: the number of matches, or that a search is running. */
  readonly status: string;
  readonly form: CommandForm | null;
  readonly onClose: () => void;
}

/**
 * A search box over a list of options (the ARIA pattern for a combobox with a listbox). The box
 * keeps focus; arrows move the selection, Enter runs it, Escape closes. Enter during a search runs the
 * first result once it is there, unless another key follows. With a `form`, Escape leads back to the
 * results.
 */
export function CommandWindow(props: CommandWindowProps) {
  const { title, placeholder, query, onQuery, groups, nearly, results, status, form, onClose } =
    props;
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const returnFocus = useReturnFocus();
  const choice = useCommandChoice({ idPrefix: id, groups, nearly, results, onClose });
  const { actionsOf, current } = choice;

  function statusOf(): string {
    if (form) return `${modifierKey} Enter copies, Esc goes back to the results`;
    return actionsOf ? `Actions for “${actionsOf.label}”` : status;
  }

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          onEscapeKeyDown={(event) => {
            if (!form && !actionsOf) return;
            event.preventDefault();
            if (form) form.onBack();
            else {
              choice.leaveActions();
              // The button that may have the focus is another one for the results.
              box.current?.focus();
            }
          }}
          onInteractOutside={(event) => {
            if (isToast(event.target)) event.preventDefault();
          }}
          {...(form ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-3 top-[min(14dvh,8rem)] z-50 mx-auto flex animate-[rise-in_140ms_var(--ease-out)] flex-col overflow-hidden rounded-lg border border-hairline bg-surface shadow-float focus:outline-none max-sm:top-3 max-sm:max-h-[calc(100dvh-1.5rem)]',
            form ? 'max-h-[min(44rem,80dvh)] max-w-3xl' : 'max-h-[min(32rem,72dvh)] max-w-xl',
          )}
        >
          {form ? (
            <>
              <FormHeader form={form} />
              {form.children}
            </>
          ) : (
            <>
              <Radix.Title className="sr-only">{title}</Radix.Title>
              <div className="flex h-14 shrink-0 items-center gap-3 border-b border-hairline px-4">
                <Search size={18} className="shrink-0 text-ink-quiet" />
                <input
                  ref={box}
                  role="combobox"
                  aria-label={placeholder}
                  aria-expanded="true"
                  aria-controls={`${id}-list`}
                  aria-autocomplete="list"
                  aria-activedescendant={current ? `${id}-${current.id}` : undefined}
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the window opens to be typed into
                  autoFocus
                  autoComplete="off"
                  spellCheck={false}
                  enterKeyHint="go"
                  placeholder={placeholder}
                  value={query}
                  maxLength={searchLength}
                  onChange={(event) => {
                    choice.reset();
                    onQuery(event.currentTarget.value);
                  }}
                  onKeyDown={choice.onKeyDown}
                  className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
                />
                <CloseButton hasKey={!actionsOf} />
              </div>
              <CommandList
                id={id}
                groups={choice.groups}
                current={current}
                search={query}
                nearly={nearly}
                onMark={choice.mark}
                onChoose={choice.choose}
              />
            </>
          )}
          <output
            className={cx(
              'block min-h-9 shrink-0 border-t border-hairline px-4 py-2 text-xs text-ink-quiet',
              // The form's hint is about keys.
              form && 'pointer-coarse:hidden',
            )}
          >
            {statusOf()}
          </output>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function FormHeader({ form }: { readonly form: CommandForm }) {
  return (
    <div className="flex shrink-0 items-start gap-2 border-b border-hairline py-3 pr-4 pl-2">
      <IconButton label="Back to the results" size="small" onClick={form.onBack}>
        <ArrowLeft size={18} />
      </IconButton>
      <div className="min-w-0 flex-1">
        <Radix.Title dir="auto" className="line-clamp-2 font-serif text-lg font-medium">
          {form.title}
        </Radix.Title>
        <Radix.Description className="text-sm text-ink-soft">{form.description}</Radix.Description>
      </div>
      <CloseButton hasKey={false} />
    </div>
  );
}

/** Closes the window. Names the Escape key where the keyboard has one and the key does the same. */
function CloseButton({ hasKey }: { readonly hasKey: boolean }) {
  const cross = (
    <Radix.Close asChild>
      <IconButton label="Close" size="small" className={cx(hasKey && 'pointer-fine:hidden')}>
        <X size={18} />
      </IconButton>
    </Radix.Close>
  );
  if (!hasKey) return cross;
  return (
    <>
      {cross}
      <Radix.Close className="shrink-0 rounded-sm border border-hairline px-1.5 py-0.5 text-xs text-ink-quiet hover:text-ink pointer-coarse:hidden">
        <span className="sr-only">Close: </span>Esc
      </Radix.Close>
    </>
  );
}
