/** The prompt that the landing page tells about: filled in, compared, used in a chain and found. */
export const demoPrompt = {
  icon: '✍️',
  title: 'Clear rewrite',
  content: `You edit texts for clarity.
Rewrite the text below for {{audience}}, in a {{tone}} tone.
Keep every number and name.
Use at most {{words}} words.`,
  examples: { audience: 'a new colleague', tone: 'friendly', words: '120' },
  versions: [
    { number: 3, note: 'Name audience and length' },
    { number: 2, note: 'Shorter opening' },
    { number: 1, note: 'Initial version' },
  ],
} as const;
