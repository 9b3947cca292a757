import { useId } from 'react';
import type { ExportFormat } from './export-in-worker.ts';

const formats: readonly { value: ExportFormat; label: string; text: string }[] = [
  {
    value: 'json',
    label: 'JSON',
    text: 'One file, for other programs and for importing again; a zip archive if there are attached files.',
  },
  {
    value: 'markdown',
    label: 'Markdown',
    text: 'A zip archive with one file per prompt, to read and edit anywhere. Can be imported again.',
  },
];

interface FormatChoiceProps {
  readonly value: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
}

/** A choice of the export's format. */
export function FormatChoice({ value, onChange }: FormatChoiceProps) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium text-ink">Format</legend>
      {formats.map((format) => (
        <label
          key={format.value}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-hairline px-4 py-3 transition-colors hover:bg-hover has-checked:border-ink has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-ink"
        >
          <input
            type="radio"
            name="export-format"
            aria-label={format.label}
            aria-describedby={`${id}-${format.value}`}
            checked={value === format.value}
            onChange={() => onChange(format.value)}
            className="mt-1 accent-ink"
          />
          <span>
            <span className="block text-sm font-medium text-ink">{format.label}</span>
            <span id={`${id}-${format.value}`} className="block text-sm text-ink-soft">
              {format.text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
