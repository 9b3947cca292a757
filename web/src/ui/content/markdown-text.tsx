import { Fragment, useMemo } from 'react';
import { parseMarkdown, type Block } from '#web/lib/text/markdown.ts';
import type { Inline } from '#web/lib/text/markdown-inline.ts';

/** Markdown of a comment. It is rendered from a parsed tree, so that no text becomes HTML. */
export function MarkdownText({ text }: { readonly text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="flex flex-col gap-2.5 [overflow-wrap:anywhere]">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.inlines} />
        </p>
      );
    case 'code':
      return (
        <pre className="rounded-md bg-sunken px-3 py-2 font-mono text-sm whitespace-pre-wrap">
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2.5 border-l-2 border-outline pl-3 text-ink-soft">
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'list':
      return <List block={block} />;
    default:
      return block satisfies never;
  }
}

function List({ block }: { readonly block: Extract<Block, { readonly kind: 'list' }> }) {
  const items = block.items.map((inlines, index) => (
    <li key={index}>
      <Inlines inlines={inlines} />
    </li>
  ));
  return block.start === null ? (
    <ul className="list-disc pl-5">{items}</ul>
  ) : (
    <ol start={block.start} className="list-decimal pl-6">
      {items}
    </ol>
  );
}

function Inlines({ inlines }: { readonly inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => (
    <Fragment key={index}>
      <OneInline inline={inline} />
    </Fragment>
  ));
}

function OneInline({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'break':
      return <br />;
    case 'code':
      return (
        <code className="rounded-xs bg-sunken px-1 py-px font-mono text-[0.92em]">
          {inline.text}
        </code>
      );
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inlines inlines={inline.inlines} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.inlines} />
        </em>
      );
    case 'link':
      return (
        <a
          href={inline.href}
          rel="ugc nofollow noopener noreferrer"
          className="underline underline-offset-3 hover:text-ink"
        >
          <Inlines inlines={inline.inlines} />
        </a>
      );
    default:
      return inline satisfies never;
  }
}
