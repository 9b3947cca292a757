import type { PublicFile } from '#contract/public-pages.ts';
import { routes } from '#contract/routes.ts';
import { fileTypeName, formatBytes } from '#web/lib/text/describe-file.ts';
import { hasThumbnail } from '#web/lib/values/has-thumbnail.ts';
import { FileThumbnail } from '#web/ui/content/file-thumbnail.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';

interface PublicFilesProps {
  readonly promptId: string;
  readonly files: readonly PublicFile[];
}

/** The files of a public prompt, with links that open and download them. */
export function PublicFiles({ promptId, files }: PublicFilesProps) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="files" className="mt-8 max-w-[760px]">
      <h2 id="files" className="mb-3 text-sm font-medium text-ink">
        Files
      </h2>
      <ul className="flex flex-col gap-3">
        {files.map(({ id, name, type, size }) => {
          const url = `${routes.sharedPrompt(promptId)}/files/${id}`;
          return (
            <li key={id} className="flex items-center gap-3 text-sm">
              <FileThumbnail type={type} url={hasThumbnail(type) ? `${url}?thumbnail` : null} />
              <div className="min-w-0 flex-1">
                <a href={url} className="block truncate text-ink hover:underline" title={name}>
                  {name}
                </a>
                <span className="block text-xs text-ink-quiet">
                  {formatBytes(size)} · {fileTypeName(type, name)}
                </span>
              </div>
              <a href={`${url}?download`} className={textLinkClass}>
                Download<span className="sr-only"> {name}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
