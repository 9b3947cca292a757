import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { VirtualList } from '#web/ui/list/virtual-list.tsx';

interface FileListProps {
  readonly label: string;
  readonly entries: readonly { readonly name: string; readonly text: ReactNode }[];
}

/** A list of files with a text for each; nothing if there are none. */
export function FileList({ label, entries }: FileListProps) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">{label}</h3>
      <VirtualList
        label={label}
        plain
        items={entries}
        keyOf={({ name }) => name}
        estimateSize={62}
        height={220}
        className="rounded-md border border-hairline"
        renderItem={({ name, text }, index) => (
          <div className={cx('px-4 py-2.5 text-sm', index > 0 && 'border-t border-hairline')}>
            <p className="font-medium break-all text-ink">{name}</p>
            <div className="break-words text-ink-soft">{text}</div>
          </div>
        )}
      />
    </section>
  );
}
