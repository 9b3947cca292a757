import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import type { Variable } from '#templating/variables.ts';
import { Button } from '#web/ui/form/button.tsx';
import { loadWhenOpened } from '#web/ui/overlay/overlays.tsx';

const CodeDialog = loadWhenOpened(() => import('./code-dialog.tsx'));

interface CodeButtonProps {
  readonly prompt: { readonly id: string; readonly title: string };
  readonly variables: readonly Variable[];
  readonly values: Readonly<Record<string, string>>;
}

/** Opens programs that read a prompt. */
export function CodeButton(props: CodeButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<CodeXml size={15} />} onClick={() => setOpen(true)}>
        Use from code
      </Button>
      <CodeDialog {...props} open={open} onOpenChange={setOpen} />
    </>
  );
}
