import { aRole } from '#contract/a-role.ts';
import { routes } from '#contract/routes.ts';
import type { TeamActivity } from '#web/data/teams/team-activity.ts';

/** A sentence about an entry, around the title of its prompt or chain. */
export interface ActivityText {
  readonly before: string;
  /** The title of the prompt or chain that the entry is about; null without one. */
  readonly title: string | null;
  readonly after: string;
}

type Describe = (entry: TeamActivity, actor: string, member: string) => string | ActivityText;

const describers: Readonly<Record<string, Describe>> = {
  team_created: ({ title }, actor) => `${actor} created the team as ${title}`,
  team_renamed: ({ title }, actor) => `${actor} renamed the team to ${title}`,
  proposals_demanded: (_entry, actor) =>
    `${actor} made proposals necessary for what has the label production`,
  proposals_optional: (_entry, actor) =>
    `${actor} allowed direct changes of what has the label production`,
  member_joined: ({ role }, _actor, member) => `${member} joined as ${aRole(role)}`,
  member_left: (_entry, _actor, member) => `${member} left the team`,
  member_removed: (_entry, actor, member) => `${actor} removed ${inSentence(member)} from the team`,
  role_changed: ({ role }, actor, member) =>
    actor === member
      ? `${actor} became ${aRole(role)}`
      : `${actor} made ${inSentence(member)} ${aRole(role)}`,
  invited: ({ role, memberName }, actor) =>
    memberName === null
      ? `${actor} invited someone as ${aRole(role)}`
      : `${actor} asked ${memberName} to become ${aRole(role)}`,
  invitation_declined: ({ role }) => `An invitation as ${aRole(role)} was declined`,
  invitation_revoked: ({ role }, actor) => `${actor} revoked an invitation as ${aRole(role)}`,
  link_created: ({ role }, actor) => `${actor} created a link to join as ${aRole(role)}`,
  link_revoked: ({ role }, actor) => `${actor} revoked a link to join as ${aRole(role)}`,
  prompt_added: aboutPrompt('added', ' to the team'),
  prompt_changed: aboutPrompt('changed'),
  proposal_accepted: ({ title, version }, actor, member) => ({
    before: `${actor} accepted a proposal by ${inSentence(member)} to `,
    title,
    after: `, now version ${version}`,
  }),
  prompt_handed_over: ({ title }, _actor, member) => ({
    before: '',
    title,
    after: ` was handed over to ${inSentence(member)}, since its owner deleted their account`,
  }),
  prompt_removed: aboutPrompt('took', ' out of the team'),
  prompt_deleted: aboutPrompt('deleted'),
  prompt_restored: aboutPrompt('restored'),
  prompt_erased: ({ title }) => ({ before: '', title, after: ' was deleted for good' }),
  chain_added: aboutChain('added', ' to the team'),
  chain_changed: aboutChain('changed'),
  chain_removed: aboutChain('took', ' out of the team'),
  chain_deleted: aboutChain('deleted'),
  group_added: aboutGroup('added'),
  group_changed: aboutGroup('changed'),
  group_moved: aboutGroup('moved'),
  group_deleted: aboutGroup('deleted', ' with its prompts'),
  group_restored: aboutGroup('restored', ' with its prompts'),
  label_moved: ({ title, label, version }, actor) => ({
    before: `${actor} moved the label ${label} of `,
    title,
    after: ` to version ${version}`,
  }),
  label_removed: aboutLabel('removed the label', 'from'),
  label_protected: aboutLabel('protected the label', 'of'),
  label_unprotected: aboutLabel('ended the protection of the label', 'of'),
};

function aboutPrompt(verb: string, after = ''): Describe {
  return ({ title, version }, actor) => ({
    before: `${actor} ${verb} `,
    title,
    after: verb === 'changed' && version !== null ? `, now version ${version}` : after,
  });
}

function aboutChain(verb: string, after = ''): Describe {
  return ({ title }, actor) => ({ before: `${actor} ${verb} the chain `, title, after });
}

function aboutGroup(verb: string, after = ''): Describe {
  return ({ title }, actor) => `${actor} ${verb} the group “${title}”${after}`;
}

function aboutLabel(verb: string, preposition: string): Describe {
  return ({ title, label }, actor) => ({
    before: `${actor} ${verb} ${label} ${preposition} `,
    title,
    after: '',
  });
}

/** Writes 'A deleted account' as it stands inside a sentence. */
function inSentence(name: string): string {
  return name === deletedAccount ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

const deletedAccount = 'A deleted account';

/** Describes an entry, also one of an action that this page doesn't know yet. */
export function describeActivity(entry: TeamActivity): ActivityText {
  const describe = Object.hasOwn(describers, entry.action) ? describers[entry.action] : undefined;
  const actor = entry.actorName ?? deletedAccount;
  const text =
    describe?.(entry, actor, entry.memberName ?? deletedAccount) ?? `${actor} changed the team`;
  return typeof text === 'string' ? { before: text, title: null, after: '' } : text;
}

const endings = ['prompt_removed', 'prompt_erased', 'chain_removed', 'chain_deleted'];

/** Returns the page of the entry's prompt or chain; null if that can't be in the team any more. */
export function activityTarget({ action, promptId, chainId }: TeamActivity): string | null {
  if (endings.includes(action)) return null;
  if (promptId !== null) return routes.prompt(promptId);
  return chainId === null ? null : routes.chain(chainId);
}
