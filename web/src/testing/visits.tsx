import { useState, type ReactNode } from 'react';

/** A page that its button leaves, and visits again. */
export function Visits({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button onClick={() => setIsOpen(!isOpen)}>{isOpen ? 'Leave' : 'Visit'}</button>
      {isOpen ? children : null}
    </>
  );
}
