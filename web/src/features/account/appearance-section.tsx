import type { ReactNode } from 'react';
import { setTheme, useTheme, type Theme } from '#web/lib/theme/theme.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Section } from './section.tsx';

const options: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

interface AppearanceSectionProps {
  /** Further settings that are stored on this device. */
  readonly children?: ReactNode;
}

/** Chooses the theme: light, dark or the system's. Stored on this device. */
export function AppearanceSection({ children }: AppearanceSectionProps) {
  const theme = useTheme();
  return (
    <Section title="Appearance" text="Saved on this device.">
      <Segmented label="Theme" value={theme} onChange={setTheme} options={options} />
      {children ? <div className="mt-5">{children}</div> : null}
    </Section>
  );
}
