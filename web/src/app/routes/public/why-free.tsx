import { Article } from '#web/features/marketing/article.tsx';
import { WhyFreeText } from '#web/features/marketing/why-free.tsx';

/** /why-free */
export function Component() {
  return (
    <Article title="Why Free?">
      <WhyFreeText />
    </Article>
  );
}
