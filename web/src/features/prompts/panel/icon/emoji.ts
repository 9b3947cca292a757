/** The icons to choose from, with their names for screen readers. */
export const offeredEmoji: readonly (readonly [emoji: string, name: string])[] = [
  ['📝', 'Memo'],
  ['💡', 'Light bulb'],
  ['✨', 'Sparkles'],
  ['🎯', 'Target'],
  ['🚀', 'Rocket'],
  ['🧠', 'Brain'],
  ['💬', 'Speech'],
  ['✉️', 'Envelope'],
  ['📣', 'Megaphone'],
  ['📊', 'Bar chart'],
  ['📈', 'Rising chart'],
  ['🔍', 'Magnifying glass'],
  ['🔬', 'Microscope'],
  ['🧪', 'Test tube'],
  ['💻', 'Laptop'],
  ['🐧', 'Penguin'],
  ['🐛', 'Bug'],
  ['⚙️', 'Gear'],
  ['🔧', 'Wrench'],
  ['🔒', 'Lock'],
  ['🗂️', 'Dividers'],
  ['📚', 'Books'],
  ['📖', 'Open book'],
  ['🖋️', 'Pen'],
  ['🎓', 'Graduation cap'],
  ['🌍', 'Globe'],
  ['🗺️', 'Map'],
  ['🧭', 'Compass'],
  ['⚖️', 'Scales'],
  ['💼', 'Briefcase'],
  ['💰', 'Money bag'],
  ['🛒', 'Shopping trolley'],
  ['🤝', 'Handshake'],
  ['👥', 'People'],
  ['🎭', 'Masks'],
  ['🎬', 'Clapper board'],
  ['🎨', 'Palette'],
  ['🎵', 'Music'],
  ['📷', 'Camera'],
  ['🎮', 'Game controller'],
  ['🏋️', 'Weight lifter'],
  ['🩺', 'Stethoscope'],
  ['🍳', 'Cooking'],
  ['🌱', 'Seedling'],
  ['🏠', 'House'],
  ['✈️', 'Aeroplane'],
  ['📅', 'Calendar'],
  ['⏱️', 'Stopwatch'],
];

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const emojiPattern = /\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|\p{Emoji}\u{fe0f}/u;
/** The limit of the database; the longest emoji have about twelve code points. */
const maxLength = 32;

/** Returns the first emoji in a text as a whole grapheme; null when there is none. */
export function firstEmoji(text: string): string | null {
  for (const { segment } of segmenter.segment(text)) {
    if (emojiPattern.test(segment) && segment.length <= maxLength) return segment;
  }
  return null;
}
