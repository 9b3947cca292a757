import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Article, Passage } from './article.tsx';

/** What people may expect of each other here, in words that can be read. */
export function Terms() {
  const { name } = runtimeConfig().brand;
  return (
    <Article title="Terms" lead={`What you and ${name} can expect of each other.`}>
      <Passage title="Your words stay yours">
        <p>
          What you write belongs to you. By making a prompt public you let everyone here read it and
          fork it into their own library. A fork stays when you take the original back.
        </p>
      </Passage>
      <Passage title="What does not belong here">
        <p>
          Do not publish what you have no right to, what harms others, or personal data of people
          who did not agree. Do not try to reach what is not yours. Whoever runs this installation
          may remove such content, and close accounts that keep at it.
        </p>
      </Passage>
      <Passage title="Your account">
        <p>
          Keep your password to yourself. What is done from your account counts as done by you. Use
          an e-mail address that is yours: it is the way back in.
        </p>
      </Passage>
      <Passage title="Price and promise">
        <p>
          The product is free at present. It is provided as it is, without warranty, as far as the
          law allows. Should that change, you learn of it before it does.
        </p>
        <p>
          How your data is handled is on the{' '}
          <Link to={routes.privacy} className="text-cue-ink underline underline-offset-3">
            privacy page
          </Link>
          .
        </p>
      </Passage>
    </Article>
  );
}
