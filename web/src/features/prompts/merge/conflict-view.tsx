import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/data/account/profiles.ts';
import { latestVersionsQuery } from '#web/data/prompts/versions.ts';
import type { PromptValues } from '#web/data/prompts/prompt-values.ts';
import { MergePanel } from './merge-panel.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import type { Conflict } from '#web/features/prompts/panel/use-save.ts';

interface ConflictViewProps {
  readonly conflict: Conflict;
  readonly mine: PromptValues;
  /**
   * Only the person themselves can have saved the newer version, in another tab or on another
   * device.
   */
  readonly byMe: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
  /** Saves nothing: the newer version stays, and mine is discarded. */
  readonly onKeepTheirs: () => void;
  readonly onSave: (values: PromptValues) => void;
}

/** The merge that a save needs when a newer version was saved in the meantime. */
export function ConflictView(props: ConflictViewProps) {
  const { conflict, mine, byMe, busy, onCancel, onKeepTheirs, onSave } = props;
  const { theirs, base } = conflict;
  const { data: versions } = useQuery({ ...latestVersionsQuery(theirs.id), enabled: !byMe });
  const saver = versions?.find(({ version }) => version === theirs.version)?.createdBy ?? null;
  const { data: profile } = useQuery({ ...profileQuery(saver ?? ''), enabled: saver !== null });
  const name = profile?.fullName ?? 'Someone';
  return (
    <MergePanel
      title={byMe ? 'This prompt was changed in another tab' : 'Someone else changed this prompt'}
      base={base}
      mine={mine}
      theirs={theirs}
      busy={busy}
      cancelLabel="Keep editing"
      renderIntro={(choice) => (
        <>
          {byMe ? 'You' : name} saved version {theirs.version}
          {byMe ? ' in another tab or on another device' : ''}{' '}
          <RelativeTime at={theirs.updatedAt} />, while you were editing. Nothing has been
          overwritten.{' '}
          {choice === 'theirs'
            ? 'If you keep theirs, your changes are discarded.'
            : 'Choose what to save. The other version stays in the history.'}
        </>
      )}
      submitLabelOf={(choice, isTheirs) => {
        if (isTheirs) return 'Keep theirs';
        return choice === 'merged' ? 'Save merged version' : 'Save mine';
      }}
      onCancel={onCancel}
      onSave={(result, isTheirs) => (isTheirs ? onKeepTheirs() : onSave(result))}
    />
  );
}
