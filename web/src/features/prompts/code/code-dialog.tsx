import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { promptName } from '#contract/prompt-reference.ts';
import { routes } from '#contract/routes.ts';
import { labelsQuery, type PromptLabel } from '#web/data/prompts/labels.ts';
import type { Variable } from '#templating/variables.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { type CodeLanguage, codeExample, codeLanguages, tokenVariable } from './code-examples.ts';

interface CodeDialogProps {
  readonly prompt: { readonly id: string; readonly title: string };
  readonly variables: readonly Variable[];
  readonly values: Readonly<Record<string, string>>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const none: readonly PromptLabel[] = [];

/** Programs that read a prompt by its name and a label. */
export default function CodeDialog(props: CodeDialogProps) {
  const { prompt, variables, values, open, onOpenChange } = props;
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const [chosen, setChosen] = useState<string | null>(null);
  const labels = useQuery({ ...labelsQuery(prompt.id), enabled: open }).data ?? none;
  const label = chosen ?? preferredLabel(labels);
  const name = promptName(prompt);
  const code = codeExample(language, {
    origin: location.origin,
    reference: label === '' ? name : `${name}@${label}`,
    values: Object.fromEntries(
      variables.map((variable) => [
        variable.name,
        getOwn(values, variable.name) || variable.defaultValue,
      ]),
    ),
  });

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Use from code" width="wide">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Segmented
            label="Language"
            value={language}
            onChange={setLanguage}
            options={codeLanguages}
          />
          <Select
            label="Version"
            hideLabel
            className="min-w-48"
            name="code-label"
            value={label}
            onChange={setChosen}
            options={[
              ...labels.map((each) => ({
                value: each.label,
                label: `${each.label} (version ${each.version})`,
              })),
              { value: '', label: 'Always the latest version' },
            ]}
          />
        </div>
        <pre
          aria-label="Code"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-md bg-sunken p-4 font-mono text-xs text-ink"
        >
          {code}
        </pre>
        <p className="text-sm text-ink-soft">
          Put an access token that may read prompts into the environment variable{' '}
          <code className="font-mono text-xs">{tokenVariable}</code>. You create one in your{' '}
          <Link to={routes.account} className="text-ink underline underline-offset-3">
            account settings
          </Link>
          .{' '}
          {label === ''
            ? 'Label a version to decide yourself when programs get a new text.'
            : `Programs get another text once you move ${label}.`}
        </p>
        <div>
          <Button
            variant="primary"
            icon={<CopyIcon of={code} size={16} />}
            onClick={() => void copyText(code)}
          >
            Copy code
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Returns `production`, or else the first label; empty if there is none. */
function preferredLabel(labels: readonly PromptLabel[]): string {
  const names = labels.map(({ label }) => label);
  return names.includes('production') ? 'production' : (names[0] ?? '');
}
