import { invitationHours } from '@signet/rules/invitations'
import { z } from 'zod'
import { BatchIds, BatchOutcomes } from '../identity/batches.ts'
import { UserInvitation } from '../identity/user.ts'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

/** For how many hours the link works. */
const expiryHours = z.int().min(1).max(invitationHours.most).default(invitationHours.usual)

/** A user who is invited and has not followed the link yet. */
const InvitedUser = UserInvitation.extend({
  id: Uuid,
  userId: z.string(),
  displayName: z.string(),
}).meta({ id: 'InvitedUser' })

/** The link, this once. */
export const InvitationLink = z
  .object({ link: z.string(), expiresAt: Instant })
  .meta({ id: 'InvitationLink' })

const path = '/api/web/v1/users'
const params = z.object({ userid: Uuid })
const { view, edit } = callsOn('USERS')

export const listInvitations = endpoint({
  ...view,
  path: `${path}/invitations`,
  answer: z.array(InvitedUser),
  errors: [],
  summary: 'Users who are invited and cannot sign in yet',
  description:
    'At most 1,000, the next to expire first. Expired ones are left out: users show theirs for a month.',
})

export const inviteUsers = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/invitations`,
  body: BatchIds.extend({ expiryHours }).meta({ id: 'InvitationRequest' }),
  answer: BatchOutcomes,
  limit: 'heavy',
  ordinary: 'userWork',
  errors: ['email_server_missing'],
  audit: 'INVITATION_SENT',
  summary: 'Invite up to 100 users by email',
  description:
    'Each user gets a link by which they choose a password or passkey and enroll what their authentication flow demands. It works once, and takes the place of the former invitation: sending again is the same call. Rows fail for users who are not active, have a way to sign in or no email address (`invitation_not_allowed`), or hold rights that the caller lacks.',
})

export const createInvitationLink = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/:userid/invitation/link`,
  params,
  body: z.object({ expiryHours }).meta({ id: 'InvitationLinkRequest' }),
  answer: InvitationLink,
  sensitive: true,
  errors: ['user_not_found', 'rights_not_held', 'invitation_not_allowed'],
  audit: 'INVITATION_LINK_CREATED',
  reveals: ['setupLink'],
  summary: 'Make an invitation link to hand over',
  description:
    'Anyone with the link can become the user, who is notified by email. It replaces the previous invitation.',
})

export const revokeInvitation = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:userid/invitation`,
  params,
  answer: noContent,
  ordinary: 'userWork',
  errors: ['user_not_found', 'rights_not_held', 'not_found'],
  audit: 'INVITATION_REVOKED',
  summary: 'Revoke the invitation of a user',
})
