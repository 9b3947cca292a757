import { lazy, Suspense } from 'react';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { CodeButton } from '#web/features/prompts/code/code-button.tsx';
import type { PromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { PromptProperties } from '#web/features/prompts/page/prompt-properties.tsx';
import { RailSection } from '#web/features/prompts/page/rail-section.tsx';
import type { FillInPlace } from '#web/features/prompts/page/use-fill-in-place.ts';
import { VariablesForm } from '#web/features/prompts/page/variables-form.tsx';
import { LatestVersions } from '#web/features/versions/latest-versions.tsx';

const AttachmentsSection = lazy(
  () => import('#web/features/prompts/attachments/attachments-section.tsx'),
);
const LabelList = lazy(() => import('#web/features/versions/labels/label-list.tsx'));

interface PromptRailProps {
  readonly prompt: PromptDetail;
  readonly actions: PromptActions;
  readonly fill: FillInPlace;
  readonly mayEdit: boolean;
  readonly mayMoveLabels: boolean;
  /** The version that is compared with the current one; null: none. */
  readonly compared: number | null;
  readonly onCompare: (version: number) => void;
  /** Returns the path of another prompt. */
  readonly toPrompt: (id: string) => string;
}

/** Variables, properties, versions, labels, code and files of a prompt, beside its text. */
export function PromptRail(props: PromptRailProps) {
  const { prompt, actions, fill, mayEdit, mayMoveLabels, compared, onCompare, toPrompt } = props;
  const { filling, content, form } = fill;
  const isDeleted = prompt.deletedAt !== null;
  return (
    <aside
      aria-label="About this prompt"
      className="min-w-0 @min-[54rem]:sticky @min-[54rem]:top-16 @min-[54rem]:row-span-2 @min-[54rem]:mt-3 @min-[54rem]:-mr-3 @min-[54rem]:max-h-[calc(100dvh-5rem)] @min-[54rem]:overflow-y-auto @min-[54rem]:px-3 @min-[54rem]:pt-1"
    >
      {filling.variables.length === 0 ? null : (
        <VariablesForm
          ref={form}
          prompt={prompt}
          content={content}
          filling={filling}
          actions={actions}
        />
      )}
      <PromptProperties prompt={prompt} toPrompt={toPrompt} />
      {mayEdit ? (
        <>
          <RailSection title="Versions">
            <LatestVersions
              promptId={prompt.id}
              current={prompt.version}
              compared={compared}
              onCompare={onCompare}
            />
          </RailSection>
          <RailSection title="Labels">
            <Suspense fallback={<div className="h-9" />}>
              <LabelList promptId={prompt.id} mayMove={mayMoveLabels} />
            </Suspense>
          </RailSection>
        </>
      ) : null}
      {isDeleted ? null : (
        <div className="border-t border-hairline py-4">
          <CodeButton prompt={prompt} variables={filling.variables} values={filling.values} />
        </div>
      )}
      <Suspense fallback={null}>
        <AttachmentsSection
          promptId={prompt.id}
          isPublic={prompt.isPublic}
          mayEdit={mayEdit && !isDeleted}
          className="border-t border-hairline py-4"
        />
      </Suspense>
    </aside>
  );
}
