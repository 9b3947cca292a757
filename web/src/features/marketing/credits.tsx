import { avatarCategories, avatarLicences } from '#contract/avatars.ts';
import { Article, Passage } from './article.tsx';

const link = 'inline-flex min-h-6 items-center text-cue-ink underline underline-offset-3';

/** /credits: third-party work and its licences. */
export function Credits() {
  return (
    <Article title="Credits" lead="Third-party work used here, and its licences.">
      <Passage title="Avatars">
        <p>
          Profile pictures are drawn by{' '}
          <a href="https://www.dicebear.com" className={link}>
            DiceBear
          </a>{' '}
          (MIT) in the styles of these artists. Each picture is put together from a seed word; some
          styles are remixes.
        </p>
        {avatarCategories.map(({ title, styles }) => (
          <div key={title}>
            <h3 className="mt-6 font-semibold text-ink">{title}</h3>
            <ul className="mt-2 divide-y divide-hairline border-y border-hairline">
              {styles.map(({ id, artist, source, licence }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-6 py-1.5 text-sm">
                  <span>
                    <a href={source} className={link}>
                      {id}
                    </a>{' '}
                    by {artist}
                  </span>
                  <Licence name={licence} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Passage>
      <Passage title="Fonts and icons">
        <p>
          Newsreader, Inter and JetBrains Mono are licensed under the SIL Open Font License 1.1. The
          icons are from Lucide, under the ISC licence.
        </p>
      </Passage>
    </Article>
  );
}

function Licence({ name }: { readonly name: keyof typeof avatarLicences }) {
  const terms = avatarLicences[name];
  if (terms === null) return <span>{name}</span>;
  return (
    <a href={terms} className={link}>
      {name}
    </a>
  );
}
