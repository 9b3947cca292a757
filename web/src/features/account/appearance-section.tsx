import { setTheme, useTheme, type Theme } from '#web/lib/theme/theme.ts';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Section } from './section.tsx';

const options: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Chooses the theme: light, dark or the system's. Stored on this device. */
export function AppearanceSection() {
  const theme = useTheme();
  return (
    <Section title="Appearance" text="Saved on this device.">
      <Segmented label="Theme" value={theme} onChange={setTheme} options={options} />
    </Section>
  );
}
