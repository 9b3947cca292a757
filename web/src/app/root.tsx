import { Outlet, ScrollRestoration } from 'react-router';

/** The root of every page. */
export function Root() {
  return (
    <>
      <Outlet />
      {/* Last, after long lists have set their own place. */}
      <ScrollRestoration />
    </>
  );
}

/** An empty page while the first route's script loads, so that nothing shifts. */
export function BlankPage() {
  return <div className="min-h-dvh" aria-busy="true" />;
}
