/** Describes the form that asks for a prompt's variables. */
export const fillDescription =
  'Fill in the variables. Empty fields use their default, or stay as placeholders.';
