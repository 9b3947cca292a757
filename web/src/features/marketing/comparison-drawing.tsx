import type { ReactNode } from 'react';

/** Two versions side by side. Changed words are marked by colour and shape, as in the product. */
export function ComparisonDrawing() {
  return (
    <div className="grid grid-cols-1 overflow-hidden rounded-lg border border-hairline bg-surface sm:grid-cols-2">
      <Version number={2} note="Shorter opening">
        <TextLine isChanged>
          You are <Removed>a helpful assistant who edits</Removed> texts.
        </TextLine>
        <TextLine isChanged>
          Rewrite the text below for <Removed>beginners</Removed>.
        </TextLine>
        <TextLine>Keep every number and name.</TextLine>
        <TextLine isChanged>
          <Removed>Be concise.</Removed>
        </TextLine>
      </Version>
      <Version number={3} note="Name audience and length" last>
        <TextLine isChanged>
          You <Added>edit</Added> texts <Added>for clarity</Added>.
        </TextLine>
        <TextLine isChanged>
          Rewrite the text below for <Added>{'{{audience}}, in a {{tone}} tone'}</Added>.
        </TextLine>
        <TextLine>Keep every number and name.</TextLine>
        <TextLine isChanged>
          <Added>Use at most {'{{words}}'} words.</Added>
        </TextLine>
      </Version>
    </div>
  );
}

interface VersionProps {
  readonly number: number;
  readonly note: string;
  readonly last?: boolean;
  readonly children: ReactNode;
}

function Version({ number, note, last = false, children }: VersionProps) {
  return (
    <figure className={last ? 'border-hairline max-sm:border-t sm:border-l' : ''}>
      <figcaption className="flex items-baseline justify-between gap-3 border-b border-hairline bg-sunken px-5 py-2.5 text-sm">
        <span className="shrink-0 font-medium">Version {number}</span>
        <span className="truncate text-xs text-ink-quiet">{note}</span>
      </figcaption>
      <div className="py-4 font-mono text-sm leading-[1.75]">{children}</div>
    </figure>
  );
}

function TextLine({
  isChanged = false,
  children,
}: {
  readonly isChanged?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <p
      className={
        isChanged ? 'border-l-2 border-cue px-[18px]' : 'border-l-2 border-transparent px-[18px]'
      }
    >
      {children}
    </p>
  );
}

function Added({ children }: { readonly children: ReactNode }) {
  return (
    <ins className="rounded-sm bg-added-wash px-0.5 text-added-ink underline decoration-2 underline-offset-4">
      {children}
    </ins>
  );
}

function Removed({ children }: { readonly children: ReactNode }) {
  return (
    <del className="rounded-sm bg-removed-wash px-0.5 text-removed-ink line-through">
      {children}
    </del>
  );
}
