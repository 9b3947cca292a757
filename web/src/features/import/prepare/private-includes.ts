import { findReferences, formatReference } from '#templating/references.ts';
import type { SourcePlan } from './import-plan.ts';
import type { PreparedPrompt } from './prepare-import.ts';

interface PrivateIncludes {
  /** Titles of private prompts of the files. */
  readonly titles: readonly string[];
  /** References by id to prompts that aren't in the file. */
  readonly references: readonly string[];
  /** Titles that references name and the file doesn't contain. */
  readonly names: readonly string[];
}

/** Finds what the prompts of an import include that become public, also by way of others. */
export function findPrivateIncludes(plans: readonly SourcePlan[]): PrivateIncludes {
  const titles = new Set<string>();
  const references = new Set<string>();
  const names = new Set<string>();
  for (const { source, stored } of plans) {
    const { prompts } = source.file;
    const byKey = new Map(prompts.map((prompt) => [prompt.key.toLowerCase(), prompt]));
    const byTitle = new Map(prompts.map((prompt) => [prompt.title, prompt]));
    const due: PreparedPrompt[] = stored.filter((prompt) => prompt.is_public);
    const seen = new Set(due);
    for (let prompt = due.pop(); prompt; prompt = due.pop()) {
      for (const { id, title, version } of findReferences(prompt.content)) {
        const included = id === null ? byTitle.get(title ?? '') : byKey.get(id);
        if (included) {
          if (!included.is_public) titles.add(included.title);
          if (!seen.has(included)) due.push(included);
          seen.add(included);
        } else if (id !== null) references.add(formatReference(id, { version }));
        else if (title !== null) names.add(title);
      }
    }
  }
  return { titles: [...titles], references: [...references], names: [...names] };
}

/** Returns references by id of the prompts of an import to prompts that aren't in their file. */
export function referencesElsewhere(plans: readonly SourcePlan[]): string[] {
  return plans.flatMap(({ source, stored }) => {
    const keys = new Set(source.file.prompts.map(({ key }) => key.toLowerCase()));
    return stored.flatMap(({ content }) =>
      findReferences(content).flatMap(({ id, version }) =>
        id === null || keys.has(id) ? [] : [formatReference(id, { version })],
      ),
    );
  });
}
