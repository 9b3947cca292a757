import { useEffect, useRef, useState, type ComponentProps } from 'react';

/** Content that scrolls where it lacks room. Only there it is a Tab stop, to scroll by keyboard. */
export function ScrollArea({ children, ...props }: ComponentProps<'div'>) {
  const area = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const outer = area.current;
    const inner = content.current;
    if (!outer || !inner) return undefined;
    const observer = new ResizeObserver(() => setScrolls(outer.scrollHeight > outer.clientHeight));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return (
    <div {...props} ref={area} {...(scrolls ? { tabIndex: 0 } : {})}>
      <div ref={content}>{children}</div>
    </div>
  );
}
