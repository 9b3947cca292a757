import { expect, test } from 'vitest';
import { promptInvitationPath, routes, teamInvitationPath } from '#contract/routes.ts';
import { invitationLead } from './invitation-lead.ts';

test.each([
  [`${routes.joinTeam}#0123abc`, /^You're invited to join a team\.$/],
  [teamInvitationPath('i1'), /^You're invited to a team\. Continue with the email address/],
  [promptInvitationPath('s1'), /^Someone wants to share a prompt with you\. Continue with/],
])('invitationLead(%s) says what it is', (redirect, text) => {
  expect(invitationLead(redirect)).toMatch(text);
});

test.each([routes.app, routes.teams, routes.shared, `${routes.library}?invitation=1`])(
  'invitationLead(%s) is empty',
  (redirect) => {
    expect(invitationLead(redirect)).toBeUndefined();
  },
);
