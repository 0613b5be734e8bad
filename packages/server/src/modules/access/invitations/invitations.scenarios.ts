import { inviteUsers } from '@signet/contract/access/invitations'
import { buildUser } from '../../../../testing/builders.ts'
import { anyUser } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const uninvited = async ({ ctx }: World): Promise<string> => (await buildUser(ctx)).id

const invited = async (world: World): Promise<string> => {
  const id = await uninvited(world)
  await world.test.call(inviteUsers, { as: world.admin.token, body: { ids: [id] } })
  return id
}

export const scenarios: SubjectScenarios = {
  calls: {
    inviteUsers: async (world) => ({ body: { ids: [await uninvited(world)] } }),
    createInvitationLink: async (world) => ({
      params: { userid: await uninvited(world) },
      body: {},
    }),
    revokeInvitation: async (world) => ({ params: { userid: await invited(world) } }),
  },
  bodyIds: {
    inviteUsers: { build: anyUser, body: (id) => ({ ids: [id] }) },
  },
  effects: {
    createInvitationLink: ['listInvitations'],
    revokeInvitation: ['listInvitations'],
  },
  alteredBy: {
    listInvitations: ['inviteUsers'],
  },
}
