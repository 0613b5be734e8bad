import { buildGroup, buildUser } from '../../../../testing/builders.ts'
import { onGroup, unique } from '../../../security/sweep/calls/identity.ts'
import { anyGroup, groupAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    deleteGroups: async ({ ctx }) => ({ body: { ids: [(await buildGroup(ctx)).id] } }),
    readGroup: onGroup(),
    findGroupByExternalId: async ({ ctx }) => {
      const { id } = await buildGroup(ctx)
      await ctx.db
        .updateTable('groups')
        .set({ external_id: id })
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', id)
        .execute()
      return { body: { externalId: id } }
    },
    createGroup: (world) => ({
      body: { name: `Group ${unique(world)}` },
      headers: { 'idempotency-key': unique(world) },
    }),
    updateGroup: onGroup({ description: 'Changed' }),
    deleteGroup: onGroup(),
    emptyGroup: async ({ ctx }) => {
      const { id } = await buildGroup(ctx, { members: [(await buildUser(ctx)).id] })
      return { params: { id } }
    },
  },
  ids: [{ under: '/api/web/v1/groups/', build: groupAsId }],
  bodyIds: {
    deleteGroups: { build: anyGroup, body: (id) => ({ ids: [id] }) },
  },
  alteredBy: {
    listGroupsPaged: ['createGroup'],
    findGroupByExternalId: ['deleteGroup'],
  },
}
