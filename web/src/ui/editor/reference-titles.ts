import { StateEffect, type Extension, type Range } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { parseReferences } from '#templating/references.ts';
import type { IncludeSource } from './include-source.ts';

/** Redraws after titles have been read. */
const titlesRead = StateEffect.define();

const chip = Decoration.mark({ class: 'cm-variable' });

class TitleWidget extends WidgetType {
  readonly title: string;

  constructor(title: string) {
    super();
    this.title = title;
  }

  override eq(other: TitleWidget): boolean {
    return other.title === this.title;
  }

  override toDOM(): HTMLElement {
    const name = document.createElement('span');
    name.textContent = this.title;
    return name;
  }
}

/** Shows included prompts by their titles, in the visible part of the text. */
export function referenceTitles({ readTitles }: IncludeSource): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      /** Null: asked for, and not there or not readable. */
      readonly titles = new Map<string, string | null>();

      constructor(view: EditorView) {
        this.decorations = this.mark(view);
      }

      update(update: ViewUpdate) {
        const { docChanged, viewportChanged, transactions, view } = update;
        const isRead = transactions.some(({ effects }) =>
          effects.some((one) => one.is(titlesRead)),
        );
        if (docChanged || viewportChanged || isRead) this.decorations = this.mark(view);
      }

      mark(view: EditorView): DecorationSet {
        const ranges: Range<Decoration>[] = [];
        const unknown = new Set<string>();
        for (const { from, to } of view.visibleRanges) {
          let position = from;
          for (const part of parseReferences(view.state.sliceDoc(from, to))) {
            if (part.kind === 'text') {
              position += part.text.length;
              continue;
            }
            const { id, source } = part.reference;
            ranges.push(chip.range(position, position + source.length));
            if (id !== null) {
              const start = position + source.toLowerCase().indexOf(id);
              const title = this.titles.get(id);
              if (title === undefined) unknown.add(id);
              const widget = new TitleWidget(title ?? (title === null ? 'Missing prompt' : '…'));
              ranges.push(Decoration.replace({ widget }).range(start, start + id.length));
            }
            position += source.length;
          }
        }
        if (unknown.size > 0) void this.read(view, [...unknown]);
        return Decoration.set(ranges, true);
      }

      async read(view: EditorView, ids: readonly string[]): Promise<void> {
        for (const id of ids) this.titles.set(id, null);
        const titles = await readTitles(ids).catch(() => null);
        for (const id of ids) {
          // Without a response it is asked for again later.
          if (titles === null) this.titles.delete(id);
          else this.titles.set(id, titles.get(id) ?? null);
        }
        if (titles !== null && view.dom.isConnected)
          view.dispatch({ effects: titlesRead.of(null) });
      }
    },
    {
      decorations: ({ decorations }) => decorations,
      // The cursor jumps over a title as over one character.
      provide: (own) =>
        EditorView.atomicRanges.of((view) => {
          const ranges = view.plugin(own)?.decorations ?? Decoration.none;
          return ranges.update({ filter: (_from, _to, value) => value !== chip });
        }),
    },
  );
  return plugin;
}
