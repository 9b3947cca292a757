import { useQueryClient } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { messages } from '#contract/messages.ts';
import { saveDraft } from '#web/data/drafts/drafts.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { savePrompt } from '#web/data/outbox/save-prompt.ts';
import { checkValues, emptyValues, type PromptText } from '#web/data/prompts/prompt-values.ts';
import { useUser } from '#web/data/session/session.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { titleFromText } from '#web/lib/text/title-from-text.ts';
import { newId } from '#contract/new-id.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { StartOption } from './start-option.tsx';

const draftSchema = v.object({ content: v.string() });

/** A field that creates the first prompt. Its first line becomes the title. */
export function WriteOption() {
  const user = useUser();
  const client = useQueryClient();
  // One id, so that a repeated save doesn't create a second prompt.
  const [promptId, setPromptId] = useState(newId);
  const [content, setContent] = useState('');
  const latest = useLatestRef(content);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const draftText = useMemo(() => (content.trim() === '' ? null : { content }), [content]);
  const draft = useDraft(user.id, 'first-prompt', draftSchema, draftText);

  /** Stores what was typed while the prompt was saved as its draft, since the field goes. */
  function keepTyped(version: number) {
    const typed = latest.current;
    const text: PromptText = {
      values: { ...emptyValues, tags: [], title: titleFromText(typed), content: typed },
      changeDescription: '',
      tagText: '',
      base: version,
      from: null,
    };
    const savedAt = new Date().toISOString();
    saveDraft(user.id, { ...text, target: `edit:${promptId}`, writer: draft.writer, savedAt });
    toast.note("What you typed meanwhile isn't saved yet. Edit the prompt to go on.");
  }

  async function submit() {
    if (busy) return;
    const values = { ...emptyValues, title: titleFromText(content), content };
    const fault = checkValues(values).content ?? null;
    setProblem(fault);
    if (fault !== null) return;
    setBusy(true);
    const stored = await savePrompt(client, user.id, {
      promptId,
      base: null,
      from: null,
      values,
      unchanged: false,
      changeDescription: '',
      forkedFrom: null,
    });
    setBusy(false);
    if (stored.kind === 'saved') {
      draft.settle();
      toast.success(messages.prompts.created);
      if (latest.current !== content) keepTyped(stored.version);
    } else if (stored.kind === 'queued') {
      setContent((current) => (current === content ? '' : current));
      setPromptId(newId());
      toast.success('Saved on this device. It will sync when the server can be reached.');
    } else {
      setProblem(
        'error' in stored
          ? messages.prompts.createFailed(stored.error.message)
          : messages.prompts.createUnanswered,
      );
    }
  }

  return (
    <StartOption icon={<PenLine size={18} />} title="Write one">
      <EditorForm onSubmit={() => void submit()} className="flex flex-1 flex-col gap-3">
        <DraftOffer
          draft={draft}
          untouched={content === ''}
          textOf={(offered) => offered.content}
          onRestore={(offered) => setContent(offered.content)}
          className="mb-0"
        />
        <TextArea
          label="Your prompt"
          hideLabel
          mono
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
          error={problem}
          placeholder={'Summarise {{text}} in five sentences for {{reader}}.'}
          hint="Write {{name}} for a part that changes. The first line becomes the title."
          areaClassName="min-h-40 max-h-96"
        />
        {draft.failed ? (
          <p className="text-sm text-danger-ink">
            There's no space left on this device for a draft. Save before you leave.
          </p>
        ) : null}
        <Button
          type="submit"
          variant={content.trim() === '' ? 'secondary' : 'primary'}
          busy={busy}
          className="mt-auto self-start"
        >
          Create Prompt
        </Button>
      </EditorForm>
    </StartOption>
  );
}
