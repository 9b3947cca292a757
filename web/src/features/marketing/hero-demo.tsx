import { Pencil, Star } from 'lucide-react';
import { Button } from '#web/ui/form/button.tsx';
import { controlClass } from '#web/ui/form/field.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { demoPrompt } from './demo-prompt.ts';
import { pageWidthClass } from './landing-section.tsx';
import { FieldTemplates, FillablePrompt } from './fillable-prompt.tsx';

/**
 * A prompt to try: filled in, copied and edited, each edit a version in the margin. It works without
 * an account (public-script/demo.ts); nothing of it is sent or stored.
 */
export function HeroDemo() {
  const { icon, title, content, examples, versions } = demoPrompt;
  return (
    <section
      aria-label="Try it: a prompt with three variables"
      className={`${pageWidthClass} pt-12 pb-16 md:pb-20`}
    >
      <div data-demo className="rounded-lg border border-hairline bg-surface shadow-float">
        <FieldTemplates />
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-hairline px-4 py-3 sm:px-6">
          <PromptIcon icon={icon} title={title} className="!size-8 !text-base" />
          <h2 className="min-w-0 flex-1 truncate font-medium">{title}</h2>
          <Star size={17} className="shrink-0 fill-star text-star max-sm:hidden" />
          <span data-version-label className="shrink-0 text-sm text-ink-quiet tabular-nums">
            Version {versions[0].number}
          </span>
          <Button
            data-edit
            size="small"
            icon={<Pencil size={15} />}
            className="not-in-script:hidden"
          >
            Edit
          </Button>
        </header>
        <div className="grid lg:grid-cols-[minmax(0,1fr)_232px]">
          <div className="min-w-0 p-4 sm:p-6">
            <FillablePrompt content={content} examples={examples} isPlain />
            <form data-editor hidden>
              <textarea
                aria-label="Content"
                spellCheck={false}
                className={`${controlClass} field-sizing-content min-h-48 resize-y py-3 font-mono leading-[1.6]`}
              />
              <div className="mt-4 flex flex-wrap gap-2">
                <Button type="submit" variant="primary">
                  Update Prompt
                </Button>
                <Button data-cancel>Cancel</Button>
              </div>
            </form>
          </div>
          <div className="border-hairline bg-sunken/60 max-lg:border-t lg:border-l">
            <h3 className="px-4 pt-4 text-xs font-medium text-ink-quiet sm:px-6 lg:px-4">
              Versions
            </h3>
            <ol data-versions aria-live="polite" className="py-2">
              {versions.map(({ number, note }, index) => (
                <li
                  key={number}
                  data-here={index === 0}
                  className="cue-line flex gap-3 px-4 py-1.5 text-sm sm:px-6 lg:px-4"
                >
                  <span className="font-medium tabular-nums">{number}</span>
                  <span className="min-w-0 flex-1 break-words text-ink-soft">{note}</span>
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
      <p className="mt-3 text-sm text-ink-quiet not-in-script:hidden">
        Fill it in, copy it, edit it: every change becomes a version. Nothing here is sent or
        stored.
      </p>
    </section>
  );
}
