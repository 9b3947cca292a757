import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** The server did not tell its configuration: nothing can be shown but that. */
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
