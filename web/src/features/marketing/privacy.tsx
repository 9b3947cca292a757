import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Article, Passage } from './article.tsx';

/** What is kept of a person, where, and who sees it. Say nothing here that the product does not do. */
export function Privacy() {
  const { brand, links, flags } = runtimeConfig();
  return (
    <Article title="Privacy" lead={`What ${brand.name} keeps about you, and what it does not do.`}>
      <Passage title="What is kept">
        <p>
          Your e-mail address, the name you give, and your password as a hash that cannot be turned
          back. Your prompts with all their versions, your groups and your favourites. When you sign
          in: the time, the network address and the kind of browser, to protect the account.
        </p>
      </Passage>
      <Passage title="Who sees it">
        <p>
          A prompt is private until you make it public. A public prompt is shown with your name and
          picture to everyone who is signed in, and to anyone who has its link. The people who run
          this installation can reach its database.
        </p>
      </Passage>
      <Passage title="What leaves this installation">
        <p>
          Mails about your account, such as the link that confirms your address.
          {links.contactSync === null
            ? null
            : ' When you sign up, your name and address are also sent to the contact list of whoever runs this installation.'}
          {flags.payments
            ? ' When you buy the premium plan, the payment provider learns your address, and asks for the rest on its own pages.'
            : null}{' '}
          Nothing else.
        </p>
        <p>
          There is no advertising, no tracking and no analytics, and no font, script or profile
          picture is fetched from elsewhere.
        </p>
      </Passage>
      <Passage title="On your device">
        <p>
          Your browser keeps your session, the theme you chose, drafts that are not saved yet and,
          until you sign out, what you last saw of your library, so that you can read it without a
          line. These are needed for the product to work; there are no other cookies or identifiers.
        </p>
      </Passage>
      <Passage title="Taking it away">
        <p>
          Everything you own can be exported from your account at any time. Deleted prompts can be
          brought back for 30 days and are then removed for good. Deleting your account removes it
          with all that is yours; forks by others stay, without your name. See also the{' '}
          <Link to={routes.terms} className="text-cue-ink underline underline-offset-3">
            terms
          </Link>
          .
        </p>
      </Passage>
    </Article>
  );
}
