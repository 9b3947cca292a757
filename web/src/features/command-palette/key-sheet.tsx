import { DialogOverlay } from '#web/ui/overlay/lazy-overlays.ts';
import { Suspense } from 'react';

const command = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const sheet: readonly (readonly [
  title: string,
  keys: readonly (readonly [what: string, ...keys: string[]])[],
])[] = [
  [
    'Everywhere',
    [
      ['Search and commands', `${command} K`, '/'],
      ['Create', 'c'],
      ['All keys', '?'],
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
      ['Select, in the library', 'x'],
    ],
  ],
  [
    'In a comparison',
    [
      ['Next change', 'n'],
      ['Previous change', 'p'],
    ],
  ],
  ['In a form', [['Save', `${command} Enter`]]],
];

/** Every key that does something. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <DialogOverlay open onOpenChange={onClose} title="Keys" width="narrow">
        {sheet.map(([title, keys]) => (
          <section key={title} className="mb-5 last:mb-0">
            <h3 className="text-sm font-medium text-ink-quiet">{title}</h3>
            <dl className="mt-1.5 divide-y divide-hairline border-y border-hairline">
              {keys.map(([what, ...each]) => (
                <div key={what} className="flex min-h-10 items-center justify-between gap-4">
                  <dt className="text-sm">{what}</dt>
                  <dd className="flex gap-1.5">
                    {each.map((key) => (
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
      </DialogOverlay>
    </Suspense>
  );
}
