import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { labelsQuery, moveLabel, type PromptLabel } from '#web/data/prompts/labels.ts';
import { latestVersionsQuery, type VersionSummary } from '#web/data/prompts/versions.ts';
import { type FieldProblem, useSubmit } from '#web/lib/react/use-submit.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

/** The label or the version from which the dialog was opened. */
export interface LabelRequest {
  readonly label: string | null;
  readonly version: number | null;
}

export interface LabelDialogProps {
  readonly promptId: string;
  /** Null: the dialog is closed. */
  readonly request: LabelRequest | null;
  readonly onClose: () => void;
}

const none: readonly PromptLabel[] = [];
/** The database's limits. */
const noteLength = 500;
const labelLength = 63;

/** Asks which version a label names. Each opening starts over. */
export default function OpenLabelDialog({ promptId, request, onClose }: LabelDialogProps) {
  return (
    <Dialog
      open={request !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={request?.label == null ? 'Label a version' : `Move ${request.label}`}
      width="narrow"
    >
      {request === null ? null : (
        <LabelForm promptId={promptId} request={request} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface LabelFormProps extends LabelDialogProps {
  readonly request: LabelRequest;
}

type Problem = FieldProblem<'label' | null>;

function LabelForm({ promptId, request, onClose }: LabelFormProps) {
  const labels = useQuery(labelsQuery(promptId)).data ?? none;
  const { data: versions = [], isFetching } = useQuery(latestVersionsQuery(promptId));
  const [name, setName] = useState(request.label ?? '');
  const [chosen, setChosen] = useState<number | null>(request.version);
  const [note, setNote] = useState('');
  const { mutateAsync: move } = useMutation(moveLabel(promptId));
  const label = name.trim();
  const from = labels.find((each) => each.label === label)?.version ?? null;
  // The newest, also when the cache had an older one. A version that is saved later must not replace
  // the one that the dialog shows.
  const version = chosen ?? versions[0]?.version ?? null;
  if (chosen === null && version !== null && !isFetching) setChosen(version);

  const { busy, problem, submit } = useSubmit<Problem>({
    check: () => problemOf(label, version),
    send: async () => {
      if (version === null) return;
      await move({ label, from, to: version, note });
      onClose();
      toast.undoable(`${label} now names version ${version}`, async () => {
        await move({ label, from: version, to: from, note: 'Undone' });
        return from === null ? `${label} is removed` : `${label} names version ${from} again`;
      });
    },
    explain: (reason) => ({ field: null, message: toDataError(reason).message }),
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {request.label === null ? (
        <TextField
          label="Label"
          name="label"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="production"
          maxLength={labelLength}
          value={name}
          error={problem?.field === 'label' ? problem.message : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      <Select
        label="Version"
        name="label-version"
        value={String(version ?? '')}
        onChange={(value) => setChosen(Number(value))}
        options={optionsFrom(versions, [request.version, from])}
        hint={describeMove(label, from, version)}
      />
      <TextField
        label="Note"
        name="label-note"
        autoComplete="off"
        placeholder="Why, for those who read the log"
        maxLength={noteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {problem?.field === null ? <Alert>{problem.message}</Alert> : null}
      <SubmitRow onCancel={onClose} busy={busy}>
        {request.label === null ? 'Set label' : 'Move label'}
      </SubmitRow>
    </form>
  );
}

function problemOf(label: string, version: number | null): Problem | null {
  const message = labelProblem(label);
  if (message !== null) return { field: 'label', message };
  return version === null ? { field: null, message: 'The versions are still loading.' } : null;
}

function labelProblem(label: string): string | null {
  if (label === '') return 'Enter a label.';
  if (!/^[a-z][a-z0-9._-]*$/.test(label)) {
    return 'A label starts with a letter, and has small letters, digits, dots, hyphens and underscores.';
  }
  return label === 'latest' ? 'Without a label, programs read the latest version already.' : null;
}

function describeMove(label: string, from: number | null, to: number | null) {
  if (from === null) return 'Programs read this version by the label until you move it.';
  if (from === to) return `${label} names version ${from} already.`;
  return `Programs that read ${label} get version ${to} instead of ${from} at once.`;
}

/** Returns the newest versions, and the given ones if they are older. */
function optionsFrom(versions: readonly VersionSummary[], others: readonly (number | null)[]) {
  const texts = new Map(
    versions.map(({ version, changeDescription }) => [version, changeDescription]),
  );
  for (const other of others) if (other !== null && !texts.has(other)) texts.set(other, '');
  return [...texts]
    .toSorted(([one], [other]) => other - one)
    .map(([version, text]) => ({
      value: String(version),
      label: text === '' ? `Version ${version}` : `Version ${version} · ${text}`,
    }));
}
