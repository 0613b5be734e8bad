import { buildUser } from '../../../../testing/builders.ts'
import { anyUser, userAsUserid } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildOauthRole } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    replaceUserOauthRoles: async ({ ctx }) => ({
      params: { userid: (await buildUser(ctx)).id },
      body: { oauthRoleIds: [await buildOauthRole(ctx)] },
    }),
  },
  ids: [{ under: '/api/web/v1/useroauthrole/', build: userAsUserid }],
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
