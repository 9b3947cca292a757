import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** Shown if the configuration can't be loaded, without which nothing else can render. */
export function StartError({ reason }: { readonly reason: unknown }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        wholePage
        title="The server isn't responding"
        message="This page couldn't load everything it needs. Check your connection, then try again."
        details={reason instanceof Error ? reason.message : String(reason)}
        onRetry={() => location.reload()}
      />
    </main>
  );
}
