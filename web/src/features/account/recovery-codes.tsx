import { Download } from 'lucide-react';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { downloadBlob } from '#web/lib/storage/download.ts';

/** Shows recovery codes once, with buttons to copy and download them. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join('\n');

  function download() {
    const { name } = runtimeConfig().brand;
    downloadBlob(new Blob([`${name}: recovery codes\n\n${text}\n`]), 'recovery-codes.txt');
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        Save these codes somewhere safe, away from your phone. If you lose it, use one to sign in.
        You won't see them again.
      </p>
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1.5 rounded-md bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button icon={<CopyIcon of={text} size={16} />} onClick={() => void copyText(text)}>
          Copy
        </Button>
        <Button icon={<Download size={16} />} onClick={download}>
          Download
        </Button>
      </div>
    </div>
  );
}
