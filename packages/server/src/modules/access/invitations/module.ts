import * as contract from '@signet/contract/access/invitations'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { createLink, invite, listWaiting, revoke } from './invitations.service.ts'

export const invitationsModule: Module = {
  routes: [
    routes(contract, {
      listInvitations: (ctx) => listWaiting(ctx),
      inviteUsers: (ctx, { body }) => invite(ctx, body),
      createInvitationLink: (ctx, { params, body }) => createLink(ctx, params.userid, body),
      revokeInvitation: (ctx, { params }) => revoke(ctx, params.userid),
    }),
  ],
}
