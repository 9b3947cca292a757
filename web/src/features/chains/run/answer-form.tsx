import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { useUser } from '#web/data/session/session.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { Button } from '#web/ui/form/button.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { answerTarget } from './run-steps.ts';

interface AnswerFormProps {
  readonly runId: string;
  readonly number: number;
  readonly answer: string;
  /** Resolves to whether the answer was saved. */
  readonly onChange: (answer: string) => Promise<boolean>;
  readonly onClose: () => void;
}

const draftSchema = v.object({ answer: v.string() });

/** The form that edits the answer of a finished step. */
export function AnswerForm({ runId, number, answer, onChange, onClose }: AnswerFormProps) {
  const user = useUser();
  const [start] = useState(answer);
  const [edited, setEdited] = useState(answer);
  const latest = useLatestRef(edited);
  const values = useMemo(() => (edited === start ? null : { answer: edited }), [edited, start]);
  const draft = useDraft(user.id, answerTarget(runId, number), draftSchema, values);

  function close() {
    draft.settle();
    onClose();
  }

  async function save() {
    if (edited !== answer && !(await onChange(edited))) return;
    // Text typed while the request was running is not saved yet.
    if (latest.current === edited) close();
  }

  return (
    <div className="mt-4">
      <DraftOffer
        draft={draft}
        untouched={values === null}
        textOf={(offered) => offered.answer}
        onRestore={(offered) => setEdited(offered.answer)}
      />
      <TextArea
        label={`Answer from step ${number}`}
        hint="Later steps keep the answer they were sent."
        value={edited}
        onChange={(event) => setEdited(event.currentTarget.value)}
        areaClassName="min-h-32 max-h-[55dvh]"
      />
      <div className="mt-2 flex gap-2">
        <Button size="small" variant="primary" onClick={() => void save()}>
          Save answer
        </Button>
        <Button size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
