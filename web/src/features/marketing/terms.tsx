import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Article, Passage } from './article.tsx';

/** /terms */
export function Terms() {
  const { name } = runtimeConfig().brand;
  return (
    <Article title="Terms" lead={`What you and ${name} can expect from each other.`}>
      <Passage title="Your content stays yours">
        <p>
          What you write belongs to you. By making a prompt public you let anyone find and read it,
          and anyone signed in fork it into their own library. Forks stay when you make the original
          private again.
        </p>
      </Passage>
      <Passage title="What doesn't belong here">
        <p>
          Don't publish content that you have no rights to or that harms others, or personal data
          without the person's consent. Don't try to access other people's data. The people who run
          this site may remove such content and close accounts that keep doing so.
        </p>
      </Passage>
      <Passage title="Your account">
        <p>
          Keep your password to yourself. You're responsible for what is done from your account. Use
          your own email address: it's how you get back in.
        </p>
      </Passage>
      <Passage title="Price and warranty">
        <p>
          The product is currently free. If that changes, we'll tell you first. It is provided as
          is, without warranty, as far as the law allows.
        </p>
        <p>
          For how we handle your data, see the{' '}
          <Link to={routes.privacy} className="text-cue-ink underline underline-offset-3">
            privacy page
          </Link>
          .
        </p>
      </Passage>
    </Article>
  );
}
