import { Article } from '#web/features/marketing/article.tsx';
import { PublicFrame } from '#web/features/marketing/public-frame.tsx';
import { WhyFreeText } from '#web/features/marketing/why-free.tsx';

/** /why-free */
export function Component() {
  return (
    <PublicFrame>
      <Article title="Why Free?">
        <WhyFreeText />
      </Article>
    </PublicFrame>
  );
}
