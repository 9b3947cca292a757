import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { mcpPath, routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { groupOptions } from '#web/data/groups/group-options.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { type Client, clientsFor } from './clients.ts';

const favourites = 'favourites';

/** Shows how to connect each program, with the prompts of a chosen list. */
export function ClientList({ userId }: { readonly userId: string }) {
  const [list, setList] = useState(favourites);
  // Without the groups, the favourites can still be connected.
  const groups = useQuery(groupsQuery(userId)).data ?? [];
  const url = new URL(mcpPath, runtimeConfig().url);
  if (list !== favourites) url.search = `?list=group:${list}`;

  return (
    <>
      <Select
        label="Prompts to list"
        hint="The programs list these. They find all others by search, too."
        className="mb-8 max-w-sm"
        value={list}
        onChange={setList}
        options={[{ value: favourites, label: 'Favourites' }, ...groupOptions(groups)]}
      />
      <ul aria-label="Programs">
        {clientsFor(url.href).map((client) => (
          <ClientRow key={client.name} client={client} />
        ))}
      </ul>
      <p className="border-t border-hairline pt-6 text-sm text-ink-soft">
        A program asks for access in your browser when it connects. One that can't ask takes a token
        as the header <code className="font-mono text-xs">Authorization: Bearer …</code>: create one
        in your{' '}
        <Link to={routes.account} className={textLinkClass}>
          account settings
        </Link>
        , where you also end access. To hear of changes without asking, use{' '}
        <Link to={routes.webhooks} className={textLinkClass}>
          webhooks
        </Link>
        .
      </p>
    </>
  );
}

function ClientRow({ client: { name, where, line, note } }: { readonly client: Client }) {
  const key = `${name}\n${line}`;
  return (
    <li className="grid grid-cols-1 gap-x-10 gap-y-3 border-t border-hairline py-6 lg:grid-cols-[240px_minmax(0,1fr)]">
      <div>
        <h2 className="font-serif text-lg font-medium">{name}</h2>
        <p className="mt-0.5 text-sm text-ink-quiet">{where}</p>
      </div>
      <div className="min-w-0">
        <div className="flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-4">
          <code className="min-w-0 flex-1 py-2 font-mono text-sm leading-6 break-all whitespace-pre-wrap select-all">
            {line.split(' ').map((word, index) => (
              // WebKit breaks `--scope` between its hyphens.
              <Fragment key={index}>
                {index > 0 ? ' ' : null}
                <span className="inline-block">{word}</span>
              </Fragment>
            ))}
          </code>
          <IconButton
            label={`Copy for ${name}`}
            title="Copy"
            onClick={() => void copyText(line, key)}
          >
            <CopyIcon of={key} size={16} />
          </IconButton>
        </div>
        {note === undefined ? null : <p className="mt-2 text-sm text-ink-quiet">{note}</p>}
      </div>
    </li>
  );
}
