import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { emptyValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import SourceChanges from '#web/features/prompts/page/source-changes.tsx';
import { buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { MergeFields } from './merge-fields.tsx';

const voice = '00000000-0000-4000-8000-00000000000a';
const values: PromptValues = {
  ...emptyValues,
  title: 'Letter',
  content: `Be brief. {{> ${voice}}}`,
};
const merge = {
  mine: values,
  conflicts: [],
  lines: {},
  isChecked: false,
  onChooseLines: () => undefined,
  onChange: () => undefined,
} as const;
const changed = { ...values, content: `Be kind. {{> ${voice}}}` };

it.each([
  [
    'the two sides of a merge',
    <MergeFields key="merge" {...merge} theirs={changed} merged={null} />,
  ],
  [
    'the changes of a source',
    <SourceChanges
      key="source"
      base={values}
      version={1}
      source={buildPromptDetail('Letter', { version: 2, content: changed.content })}
    />,
  ],
])('%s show included prompts by title', async (_what, screen) => {
  backend.on('GET', '/rest/v1/rpc/included_texts', () =>
    json([
      {
        ref: voice,
        prompt_id: voice,
        title: 'Brand voice',
        content: 'x',
        version: 1,
        is_public: false,
        gap: null,
      },
    ]),
  );
  await renderScreen(screen);
  await expect.element(page.getByText(/\{\{> Brand voice\}\}/).first()).toBeVisible();
  await expect.element(page.getByText(voice)).not.toBeInTheDocument();
});

it('the merged text shows included prompts by title, too', async () => {
  backend.on('GET', '/rest/v1/rpc/included_texts', () => json([]));
  backend.on('GET', '/rest/v1/readable_prompts', () => json([{ id: voice, title: 'Brand voice' }]));
  await renderScreen(<MergeFields {...merge} theirs={changed} merged={changed} />);
  await expect
    .element(page.getByLabelText('Merged content'))
    .toHaveTextContent('Be kind. {{> Brand voice}}');
});
