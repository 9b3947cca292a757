import { useState } from 'react';
import { Link } from 'react-router';
import { avatarCategories, avatarSeeds } from '#contract/avatars.ts';
import { routes } from '#contract/routes.ts';
import { Tabs } from '#web/ui/form/tabs.tsx';
import { generatedAvatarUrl } from './avatar-url.ts';

type Category = (typeof avatarCategories)[number]['title'];

interface AvatarChoicesProps {
  /** The URL of the chosen avatar. */
  readonly chosen: string;
  readonly onChoose: (url: string) => void;
}

/** Generated avatars in four categories, eight of each style. */
export function AvatarChoices({ chosen, onChoose }: AvatarChoicesProps) {
  const [category, setCategory] = useState<Category>('Human');
  const styles = avatarCategories.find(({ title }) => title === category)?.styles ?? [];
  return (
    <>
      <Tabs
        label="Avatar style"
        value={category}
        onChange={setCategory}
        tabs={avatarCategories.map(({ title }) => ({ value: title, label: title }))}
      >
        <div className="divide-y divide-hairline">
          {styles.map(({ id }) => (
            <fieldset key={id} className="py-4">
              <legend className="float-left mb-2 w-full text-xs font-medium text-ink-quiet">
                {styleName(id)}
              </legend>
              <div className="clear-both grid grid-cols-4 gap-2 sm:grid-cols-8">
                {avatarSeeds.map((seed) => (
                  <Choice
                    key={seed}
                    name={`${styleName(id)}, ${seed}`}
                    url={generatedAvatarUrl(id, seed)}
                    chosen={chosen}
                    onChoose={onChoose}
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </Tabs>
      <p className="border-t border-hairline pt-4 text-xs text-ink-quiet">
        Drawn in the styles of{' '}
        <Link to={routes.credits} className="underline underline-offset-2 hover:text-ink">
          these artists
        </Link>
        .
      </p>
    </>
  );
}

/** Returns a style's id as text, such as 'Big ears neutral'. */
function styleName(style: string): string {
  return style.charAt(0).toUpperCase() + style.slice(1).replaceAll('-', ' ');
}

interface ChoiceProps extends AvatarChoicesProps {
  readonly name: string;
  readonly url: string;
}

function Choice({ name, url, chosen, onChoose }: ChoiceProps) {
  return (
    <label className="relative grid aspect-square place-items-center rounded-lg ring-ink transition-colors hover:bg-hover has-checked:bg-hover has-checked:ring-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
      <input
        type="radio"
        name="avatar"
        className="absolute inset-0 z-10 cursor-pointer opacity-0"
        aria-label={name}
        checked={chosen === url}
        onChange={() => onChoose(url)}
      />
      <img
        src={url}
        alt=""
        width={56}
        height={56}
        loading="lazy"
        className="size-[80%] rounded-full bg-sunken object-cover"
      />
    </label>
  );
}
