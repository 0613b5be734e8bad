import { buildUser } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { anyUser, userAsUserid } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildOauthRole } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onOauthRole =
  (body?: object): Scenario =>
  async ({ ctx }) => ({
    params: { id: await buildOauthRole(ctx) },
    ...(body === undefined ? {} : { body: { name: `Role ${ctx.platform.ids.uuid()}`, ...body } }),
  })

const oauthRole = async ({ ctx }: TestTenant) => ({ id: await buildOauthRole(ctx) })

export const scenarios: SubjectScenarios = {
  calls: {
    createOauthRole: ({ ctx }) => ({ body: { name: `Role ${ctx.platform.ids.uuid()}` } }),
    readOauthRole: onOauthRole(),
    updateOauthRole: onOauthRole({ description: 'Changed' }),
    deleteOauthRole: onOauthRole(),
    replaceUserOauthRoles: async ({ ctx }) => ({
      params: { userid: (await buildUser(ctx)).id },
      body: { oauthRoleIds: [await buildOauthRole(ctx)] },
    }),
  },
  ids: [
    { under: '/api/web/v1/oauthroles/', build: oauthRole },
    { under: '/api/web/v1/useroauthrole/', build: userAsUserid },
  ],
  bodyIds: {
    replaceUserOauthRoles: {
      build: ({ ctx }) => buildOauthRole(ctx),
      body: (id) => ({ oauthRoleIds: [id] }),
      params: async (tenant) => ({ userid: await anyUser(tenant) }),
    },
  },
  effects: {
    replaceUserOauthRoles: rowsOf('user_oauth_roles'),
  },
}
