/** A query for an element by role and name, a field by label, or a text. */
export interface Query {
  readonly by: 'role' | 'label' | 'text';
  readonly role?: string;
  readonly name?: Pattern;
  readonly within?: Query;
}

interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/** Returns a query for an element with a role and, if given, a name: whole, or as an expression. */
export function role(name: string, accessibleName?: string | RegExp, within?: Query): Query {
  return {
    by: 'role',
    role: name,
    ...(accessibleName === undefined ? {} : { name: patternOf(accessibleName) }),
    ...(within ? { within } : {}),
  };
}

export const button = (name: string | RegExp, within?: Query) => role('button', name, within);
export const link = (name: string | RegExp) => role('link', name);
export const heading = (name: string | RegExp) => role('heading', name);
export const dialog = (name: string | RegExp) => role('dialog', name);

export function field(label: string | RegExp, within?: Query): Query {
  return { by: 'label', name: patternOf(label), ...(within ? { within } : {}) };
}

/** Returns a query for an element whose own text matches. */
export function text(content: string | RegExp, within?: Query): Query {
  return { by: 'text', name: patternOf(content), ...(within ? { within } : {}) };
}

function patternOf(wanted: string | RegExp): Pattern {
  if (typeof wanted !== 'string') return { source: wanted.source, flags: wanted.flags };
  const source = wanted.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return { source: `^\\s*${source}\\s*$`, flags: '' };
}

export function describeQuery({ by, role: kind, name, within }: Query): string {
  const what = `${kind ?? by}${name ? ` /${name.source}/${name.flags}` : ''}`;
  return within ? `${what} in ${describeQuery(within)}` : what;
}

/**
 * The body of a function that returns the first visible element that its first argument asks for,
 * or null. Needs Testing Library in the page.
 */
export const findFirst = `
const { queryAllByRole, queryAllByLabelText, queryAllByText } = TestingLibraryDom;
const find = ({ by, role, name, within }) => {
  const root = within ? find(within) : document.body;
  if (!root) return null;
  const pattern = name && new RegExp(name.source, name.flags);
  const found = {
    role: () => queryAllByRole(root, role, pattern ? { name: pattern } : {}),
    label: () => queryAllByLabelText(root, pattern),
    text: () => queryAllByText(root, pattern),
  }[by]();
  return found.find((element) => element.checkVisibility({ visibilityProperty: true })) ?? null;
};
return find(arguments[0]);`;
