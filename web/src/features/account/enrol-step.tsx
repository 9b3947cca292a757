import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { abandonEnrolment, enrolAuthenticator } from '#web/data/session/second-factor.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { FirstCodeForm } from './first-code-form.tsx';
import { queryKeys } from '#web/data/query-keys.ts';

/**
 * Shows the QR code and verifies the first code. Abandons the enrolment if the user leaves early.
 */
export function EnrolStep({ onVerified }: { readonly onVerified: () => Promise<void> }) {
  const enrolment = useQuery({
    queryKey: queryKeys.enrolment(useId()),
    queryFn: enrolAuthenticator,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  const id = enrolment.data?.id;
  const isVerified = useRef(false);
  useEffect(() => {
    if (id === undefined) return undefined;
    return () => {
      if (!isVerified.current) void abandonEnrolment(id);
    };
  }, [id]);

  if (enrolment.isError) {
    return <ErrorState title="Couldn't set up an authenticator" {...failureOf(enrolment)} />;
  }
  if (enrolment.isPending) return <SpinnerPage label="Loading" />;
  return (
    <FirstCodeForm
      enrolment={enrolment.data}
      onVerified={() => {
        isVerified.current = true;
        return onVerified();
      }}
    />
  );
}
