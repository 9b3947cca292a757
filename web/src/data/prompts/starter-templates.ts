import { queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { toPrompt, type Prompt } from './prompt.ts';
import { promptColumns } from './select-own-prompts.ts';

/** Templates that most people can use today, by the ids that the seed gives them. */
const starters = [
  '00000000-0000-4000-8000-000000115002', // Clear a difficult reply from the inbox
  '00000000-0000-4000-8000-000000118003', // Turn a meeting transcript into usable minutes
  '00000000-0000-4000-8000-000000105002', // Write a status report that leads to decisions
  '00000000-0000-4000-8000-000000104002', // Prepare for a difficult conversation
  '00000000-0000-4000-8000-000000114001', // Outline an article around one argument
  '00000000-0000-4000-8000-000000102001', // Review a change like a careful colleague
];

/** The six templates to begin with. An installation may have other ones: then its first six. */
export function starterTemplatesQuery() {
  return queryOptions({
    queryKey: queryKeys.prompts.starters,
    queryFn: async ({ signal }): Promise<readonly Prompt[]> => {
      const templates = () =>
        db
          .from('prompts')
          .select(promptColumns)
          .eq('is_template', true)
          .is('deleted_at', null)
          .abortSignal(signal);
      const chosen = unwrap(await templates().in('id', starters));
      if (chosen.length > 0) {
        const position = (id: string) => starters.indexOf(id);
        return chosen.map(toPrompt).toSorted((one, other) => position(one.id) - position(other.id));
      }
      const first = await templates().order('template_category').order('id').limit(starters.length);
      return unwrap(first).map(toPrompt);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
