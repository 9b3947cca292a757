import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { searchRow } from '#web/testing/search-row.ts';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { useIncludeSource } from './use-include-source.ts';

const searchPath = '/rest/v1/rpc/search_prompts';

/** Lists what a text can include, found by 'voice'. */
function Offers() {
  const { find } = useIncludeSource();
  const [offers, setOffers] = useState<Awaited<ReturnType<typeof find>>>([]);
  return (
    <>
      <button onClick={() => void find('voice').then(setOffers)}>Find</button>
      <ul>
        {offers.map(({ id, title, from }) => (
          <li key={id}>{`${title}, ${from ?? 'own'}`}</li>
        ))}
      </ul>
    </>
  );
}

/** Answers searches by their scope, and returns the texts of the offers. */
async function offersFor(rows: Readonly<Record<string, readonly object[]>>): Promise<string[]> {
  backend.on('POST', searchPath, ({ body }) => json(rows[(body as { scope: string }).scope] ?? []));
  await renderScreen(<Offers />);
  await page.getByRole('button', { name: 'Find' }).click();
  const items = page.getByRole('listitem');
  await expect.element(items.first()).toBeVisible();
  return items.elements().map((item) => item.textContent);
}

function joinTeam(): void {
  joinTeams(['design', 'Design', 'viewer']);
  backend.on('GET', '/rest/v1/prompt_shares', () => json([{ id: 's1' }]));
}

describe('useIncludeSource', () => {
  it('offers own prompts and those of teams and single people, once, titles first', async () => {
    joinTeam();
    const offers = await offersFor({
      library: [searchRow('Mail', { title_matches: false }), searchRow('Own voice')],
      teams: [
        searchRow('Own voice', { team_id: 'design' }),
        searchRow('Team voice', { team_id: 'design', user_id: 'ben' }),
      ],
      shared: [searchRow('Shared voice', { user_id: 'ben', author_name: 'Ben' })],
    });
    expect(offers).toEqual([
      'Own voice, own',
      'Team voice, Design',
      'Shared voice, Shared by Ben',
      'Mail, own',
    ]);
  });

  it('offers close matches only if nothing matches exactly', async () => {
    joinTeam();
    const offers = await offersFor({
      library: [searchRow('Vice', { typo_forgiven: true })],
      teams: [searchRow('Voice', { team_id: 'design', user_id: 'ben' })],
    });
    expect(offers).toEqual(['Voice, Design']);
  });

  it('searches the library only, without teams and shares', async () => {
    expect(await offersFor({ library: [searchRow('Voice')] })).toEqual(['Voice, own']);
    expect(backend.sent('POST', searchPath)).toHaveLength(1);
  });
});
