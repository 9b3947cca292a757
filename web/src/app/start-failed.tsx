import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** The server did not tell its configuration: nothing can be shown but that. */
export function StartError({ reason }: { readonly reason: unknown }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        wholePage
        title="The server does not answer"
        message="The page is here, but not what it needs to start. Check the connection, then try again."
        details={reason instanceof Error ? reason.message : String(reason)}
        onRetry={() => location.reload()}
      />
    </main>
  );
}
