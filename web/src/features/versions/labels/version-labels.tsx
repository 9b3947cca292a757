import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from '#web/data/prompts/labels.ts';
import { LabelChip } from './label-chip.tsx';

interface VersionLabelsProps {
  readonly promptId: string;
  readonly version: number;
}

/** The labels of a version, if it has any. */
export function VersionLabels({ promptId, version }: VersionLabelsProps) {
  const labels = useQuery(labelsQuery(promptId));
  return (labels.data ?? [])
    .filter((each) => each.version === version)
    .map((each) => <LabelChip key={each.label} {...each} />);
}
