import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams, serveTeam } from '#web/testing/serve-teams.ts';
import ImportDialog from './import-dialog.tsx';

const writers = '00000000-0000-4000-8000-00000000000d';
const voice = '00000000-0000-4000-8000-00000000000a';
const tone = '00000000-0000-4000-8000-00000000000b';
const dialog = page.getByRole('dialog', { name: 'Import prompts' });
const question = page.getByRole('alertdialog');

/** Opens the dialog and chooses an export. */
async function choose(prompts: readonly object[], team?: { id: string; name: string }) {
  await renderScreen(
    <ImportDialog open onOpenChange={() => undefined} {...(team ? { team } : {})} />,
  );
  const file = new File([JSON.stringify({ cuebook: 1, prompts })], 'some.json');
  await dialog.getByLabelText(/^Choose files/).upload(file);
}

function serveIncluded(...titled: readonly (readonly [id: string, title: string])[]) {
  const row = { version: 1, content: 'x', is_public: false, gap: null };
  backend.on('GET', '/rest/v1/rpc/included_texts', () =>
    json(titled.map(([id, title]) => ({ ...row, ref: id, prompt_id: id, title }))),
  );
}

async function expectListed(...titles: readonly string[]) {
  const items = question.getByRole('listitem');
  await expect.poll(() => items.elements().map((item) => item.textContent)).toEqual(titles);
}

beforeEach(() => {
  backend.on('POST', '/rest/v1/rpc/preview_import', () => json([]));
  backend.on('POST', '/rest/v1/rpc/known_prompts', () => json([]));
});

describe('The question before an import', () => {
  it('names private prompts that public ones include, of the file and the library', async () => {
    backend.on('GET', '/rest/v1/prompts', () => json([{ id: voice, title: 'Brand voice' }]));
    serveIncluded([voice, 'Brand voice']);
    await choose([
      { id: '1', title: 'Letter', content: '{{> Middle}} {{> Shared}}', is_public: true },
      { id: '2', title: 'Shared', content: 'Hi. {{> Brand voice}}', is_public: true },
      { id: '3', title: 'Middle', content: 'Yours' },
      { id: '4', title: 'Unused', content: 'Nothing' },
    ]);
    await dialog.getByRole('button', { name: 'Import 4 prompts' }).click();
    await expect.element(question).toHaveAccessibleName('Publish these?');
    await expectListed('Middle', 'Brand voice');
    await question.getByRole('button', { name: 'Go back' }).click();
    expect(backend.sent('POST', '/rest/v1/import_parts')).toEqual([]);
  });

  it("looks titles up among the team's prompts, as the import into it does", async () => {
    joinTeams([writers, 'Writers', 'editor']);
    serveTeam([writers, 'Writers', 'editor'], { members: 2 });
    backend.on('GET', '/rest/v1/prompts', ({ search }) =>
      json(search.get('team_id') === `eq.${writers}` ? [{ id: tone, title: 'Tone' }] : []),
    );
    serveIncluded([tone, 'Tone']);
    await choose([{ id: '1', title: 'Letter', content: '{{> Tone}}', is_public: true }], {
      id: writers,
      name: 'Writers',
    });
    await dialog.getByRole('button', { name: 'Import 1 prompt' }).click();
    await expect.element(question).toHaveAccessibleName('Publish these?');
    await expectListed('Tone');
  });

  it('names prompts that those for a team include and its members do not see', async () => {
    joinTeams([writers, 'Writers', 'editor']);
    serveTeam([writers, 'Writers', 'editor'], { members: 2 });
    backend.on('GET', '/rest/v1/prompts', () => json([{ id: tone }]));
    serveIncluded([voice, 'Brand voice'], [tone, 'Tone of the team']);
    const near = '00000000-0000-4000-8000-000000000001';
    await choose(
      [
        { id: near, title: 'Near', content: 'Yours' },
        { id: '2', title: 'Letter', content: `{{> ${near}}} {{> ${voice}}} {{> ${tone}@2}}` },
      ],
      { id: writers, name: 'Writers' },
    );
    await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
    await expect.element(question).toHaveAccessibleName('Import these?');
    await expectListed('Brand voice');
    await expect.element(question.getByText(/until you move them to the team/)).toBeVisible();
    await expect
      .element(question.getByText(/import everything as private/))
      .not.toBeInTheDocument();
    const asked = backend.sent('GET', '/rest/v1/rpc/included_texts')[0];
    expect(asked?.search.get('refs')).toBe(`{${voice},${tone}@2}`);
    expect(backend.sent('POST', '/rest/v1/import_parts')).toEqual([]);
  });
});
