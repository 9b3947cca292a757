import { Outlet, ScrollRestoration } from 'react-router';

/** What every page has. */
export function Root() {
  return (
    <>
      <ScrollRestoration />
      <Outlet />
    </>
  );
}

/** While the first route's script arrives: the paper, nothing that jumps. */
export function FirstPaint() {
  return <div className="min-h-dvh" aria-busy="true" />;
}
