import { Article } from '#web/features/marketing/article.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { WhyFreeText } from '#web/features/marketing/why-free.tsx';

/** /why-free */
export function Component() {
  return (
    <PublicLayout>
      <Article title="Why Free?">
        <WhyFreeText />
      </Article>
    </PublicLayout>
  );
}
