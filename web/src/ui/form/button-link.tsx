import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '#web/lib/theme/class-names.ts';
import { buttonClass, type ButtonLook } from './button-class.ts';

interface ButtonLinkProps extends LinkProps, ButtonLook {
  readonly icon?: ReactNode;
}

/** A link to a page that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={cx(buttonClass({ variant, size }), className)}>
      {icon}
      {children}
    </Link>
  );
}
