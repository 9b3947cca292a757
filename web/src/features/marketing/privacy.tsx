import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Article, Passage } from './article.tsx';

/** /privacy. Every claim here must match what the product does. */
export function Privacy() {
  const { brand, links, flags } = runtimeConfig();
  return (
    <Article title="Privacy" lead={`What ${brand.name} stores about you, and what it doesn't do.`}>
      <Passage title="What we store">
        <p>
          Your email address, the name you enter, and a one-way hash of your password. Your prompts
          with all their versions, your groups, chains, comments and favourites. When you sign in:
          the time, your IP address and your browser, to protect your account.
        </p>
      </Passage>
      <Passage title="Who can see it">
        <p>
          A prompt is private until you make it public. A public prompt is shown to everybody with
          your name and picture, also without an account, and search engines may list it. The people
          who run this site can access its database.
        </p>
      </Passage>
      <Passage title="What leaves this site">
        <p>
          Emails about your account and your prompts, such as the link that confirms your address.
          {links.contactSync === null
            ? null
            : ' When you sign up, your name and email address are also sent to a contact list of the people who run this site.'}
          {flags.payments
            ? ' When you buy the premium plan, the payment provider receives your email address and asks for the rest on its own pages.'
            : null}{' '}
          Nothing else.
        </p>
        <p>
          There is no advertising, no tracking and no analytics. No font, script or profile picture
          is loaded from another site.
        </p>
      </Passage>
      <Passage title="On your device">
        <p>
          Your browser stores your session, your theme, unsaved drafts, changes that haven't synced
          yet, an invitation link while you confirm your email and, until you sign out, the parts of
          your library you opened last, so that you can read them offline. These are needed for the
          product to work. There are no other cookies or identifiers.
        </p>
      </Passage>
      <Passage title="Taking your data with you">
        <p>
          You can export everything you own from your account at any time. You can restore deleted
          prompts for 30 days; after that, they're permanently removed. Deleting your account
          removes it and everything you own. Forks by other people stay, without your name. See also
          the{' '}
          <Link to={routes.terms} className="text-cue-ink underline underline-offset-3">
            terms
          </Link>
          .
        </p>
      </Passage>
    </Article>
  );
}
