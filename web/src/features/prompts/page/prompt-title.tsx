import { useEffect, useRef, useState, type RefObject } from 'react';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

interface PromptTitleProps {
  readonly prompt: PromptDetail;
  readonly ref: RefObject<HTMLHeadingElement | null>;
}

/** A title with more characters is set smaller. */
const longFrom = 80;

/** A prompt's icon and title, and since when it reads as it does. */
export function PromptTitle({ prompt, ref }: PromptTitleProps) {
  usePageTitle(prompt.title);
  return (
    <div dir="auto" className="mt-3 mb-5 flex items-start gap-3">
      <PromptIcon
        icon={prompt.icon}
        title={prompt.title}
        groupId={prompt.groupId}
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <h1
          ref={ref}
          className={cx(
            'font-serif font-medium tracking-[-0.01em] text-ink',
            prompt.title.length > longFrom ? 'text-xl' : 'text-2xl sm:text-3xl',
          )}
        >
          {prompt.title}
        </h1>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-quiet">
          <span>Version {prompt.version}</span>
          <span>
            Updated <RelativeTime at={prompt.updatedAt} />
          </span>
        </p>
      </div>
    </div>
  );
}

/** Returns a ref for a heading, and whether that has scrolled under the top of the window. */
export function useScrolledAway() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const observed = heading.current;
    if (!observed) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.top < barHeight);
      },
      { rootMargin: `-${barHeight}px 0px 0px` },
    );
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return { heading, away };
}

/** The height of the page's bar in pixels. */
const barHeight = 48;
