import { VariableText } from '#web/ui/content/variable-text.tsx';
import { LandingSection } from './landing-section.tsx';

interface UseCase {
  readonly icon: string;
  readonly title: string;
  readonly text: string;
  /** A line of an example prompt. */
  readonly prompt: string;
}

const examples: readonly UseCase[] = [
  {
    icon: '🖋️',
    title: 'Content creation',
    text: 'One voice, whatever the piece.',
    prompt: 'Draft {{format}} on {{topic}} in the voice of these two samples.',
  },
  {
    icon: '📣',
    title: 'Marketing',
    text: 'From one brief to every channel.',
    prompt: 'Turn this brief into {{count}} headlines for {{channel}}.',
  },
  {
    icon: '📊',
    title: 'Data analysis',
    text: 'The same careful questions for every table.',
    prompt: 'Name three things in {{table}} that a {{role}} should check first.',
  },
  {
    icon: '💬',
    title: 'Customer support',
    text: 'Answers that sound like you, every time.',
    prompt: 'Answer {{message}}. Say what we do next, and by when.',
  },
  {
    icon: '🔎',
    title: 'Research',
    text: 'Sources compared on equal terms.',
    prompt: 'Compare {{paper_a}} and {{paper_b}}: method, sample, what is not shown.',
  },
  {
    icon: '🧩',
    title: 'Software development',
    text: 'Reviews, commits and tests in house style.',
    prompt: 'Review {{diff}} for {{concern}}. Quote the line you mean.',
  },
];

/** Use cases with example prompts. */
export function UseCases() {
  return (
    <LandingSection
      id="use-cases"
      title="For work you repeat"
      lead="The second time you need a prompt, it should be better than the first."
    >
      <ul className="mt-10 grid grid-cols-1 border-t border-hairline md:grid-cols-2 md:gap-x-12">
        {examples.map(({ icon, title, text, prompt }) => (
          <li key={title} className="cue-line flex gap-4 border-b border-hairline px-3 py-6">
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-md bg-sunken text-lg"
            >
              {icon}
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-soft">{text}</p>
              <p className="mt-3 font-mono text-sm leading-6 text-ink-soft">
                <VariableText text={prompt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
