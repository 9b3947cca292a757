/**
 * The colours of mails and plain pages, which can't read tokens.css: light and dark, as sRGB. A
 * test compares them with the tokens of the same names.
 */
export const themeColours = {
  ground: { light: '#fbf9f4', dark: '#1e1a17' },
  surface: { light: '#fefdfa', dark: '#26221e' },
  sunken: { light: '#f4f1ea', dark: '#181512' },
  ink: { light: '#221d18', dark: '#ece9e4' },
  'ink-soft': { light: '#4d4740', dark: '#c4c0ba' },
  'ink-quiet': { light: '#676159', dark: '#a29e96' },
  hairline: { light: '#e3dfd8', dark: '#36322d' },
  cue: { light: '#c93b14', dark: '#f0764f' },
  'cue-ink': { light: '#b0310c', dark: '#f4926c' },
  'cue-wash': { light: '#feebe2', dark: '#3c251e' },
  'on-cue': { light: '#fefdfa', dark: '#1c110d' },
} as const;

export type ThemeColour = keyof typeof themeColours;
