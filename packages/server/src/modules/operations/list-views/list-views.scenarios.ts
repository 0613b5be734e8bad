import type { TestTenant } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { insertRow, newIds } from '../../../platform/db/row-sets.ts'
import { unique } from '../../../security/sweep/calls/identity.ts'
import { anyUser } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const query = 'f.state=ACTIVE'

const buildListView = (ctx: Context, ownerId: string): Promise<string> =>
  ctx.transaction(async (ctx) => {
    const begun = newIds(ctx)
    const { id } = await insertRow(ctx, 'list_views', {
      ...begun,
      owner_id: ownerId,
      list: 'users',
      name: 'Active users',
      // One administrator has many of these.
      name_key: begun.id,
      query,
      updated_at: begun.created_at,
    })
    return id
  })

/** A view of the administrator, who may see the list. */
const onView =
  (body?: object) =>
  async ({ ctx, admin }: World) => ({
    as: admin.token,
    params: { id: await buildListView(ctx, admin.id) },
    ...(body === undefined ? {} : { body }),
  })

const newView = (world: World) => ({ list: 'users', name: `View ${unique(world)}`, query })

const listViewAsId = async (tenant: TestTenant) => ({
  id: await buildListView(tenant.ctx, await anyUser(tenant)),
})

export const scenarios: SubjectScenarios = {
  calls: {
    listListViews: ({ admin }) => ({ as: admin.token, query: { list: 'users' } }),
    readListView: onView(),
    createListView: (world) => ({ as: world.admin.token, body: newView(world) }),
    updateListView: onView({ query: '' }),
    deleteListView: onView(),
    setDefaultListView: onView({ isDefault: true }),
  },
  ids: [{ under: '/api/web/v1/listviews/', build: listViewAsId }],
  bodies: {
    createListView: { list: 'users', name: 'Any', query },
    updateListView: { name: 'Other', query: '' },
  },
  alteredBy: {
    listListViews: ['createListView'],
  },
}
