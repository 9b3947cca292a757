import { File, FileText, Image } from 'lucide-react';
import { useState } from 'react';

interface FileThumbnailProps {
  readonly type: string;
  /** The URL of a small picture of the file; null if there is none. */
  readonly url: string | null;
}

/** A small picture of a file, or a symbol of its type if there is none or it doesn't load. */
export function FileThumbnail({ type, url }: FileThumbnailProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (url !== null && url !== broken) {
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        width={40}
        height={40}
        className="size-10 shrink-0 rounded-md border border-hairline bg-sunken object-cover"
        onError={() => setBroken(url)}
      />
    );
  }
  const Symbol = type.startsWith('image/')
    ? Image
    : /^text\/|pdf$|json$/.test(type)
      ? FileText
      : File;
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-md border border-hairline bg-sunken text-ink-quiet">
      <Symbol size={18} />
    </span>
  );
}
