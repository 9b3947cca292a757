import { modifierKey } from '#web/lib/react/modifier-key.ts';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

const sections: readonly (readonly [
  title: string,
  shortcuts: readonly (readonly [action: string, ...keys: string[]])[],
])[] = [
  [
    'Everywhere',
    [
      ['Search and commands', `${modifierKey} K`, '/'],
      ['Create', 'c'],
      ['Show shortcuts', '?'],
      ['Go to a message and its Undo', 'Alt T'],
      ['Close', 'Esc'],
    ],
  ],
  [
    'In a list of prompts',
    [
      ['Next', 'j', '↓'],
      ['Previous', 'k', '↑'],
      ['Open', 'Enter'],
      ['Favourite', 'f'],
      ['Copy', 'y'],
      ['Select (library)', 'x'],
    ],
  ],
  [
    'On a prompt',
    [
      ['Edit', 'e'],
      ['Favourite', 'f'],
      ['Copy', 'y'],
    ],
  ],
  [
    'In a comparison',
    [
      ['Next change', 'n'],
      ['Previous change', 'p'],
    ],
  ],
  ['In a form', [['Save', `${modifierKey} Enter`]]],
];

/** A list of all keyboard shortcuts. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" width="narrow">
      {sections.map(([title, shortcuts]) => (
        <section key={title} className="mb-5 last:mb-0">
          <h3 className="text-sm font-medium text-ink-quiet">{title}</h3>
          <dl className="mt-1.5 divide-y divide-hairline border-y border-hairline">
            {shortcuts.map(([action, ...keys]) => (
              <div key={action} className="flex min-h-10 items-center justify-between gap-4">
                <dt className="text-sm">{action}</dt>
                <dd className="flex gap-1.5">
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="rounded-sm border border-hairline bg-sunken px-1.5 py-0.5 font-sans text-xs text-ink-soft"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
