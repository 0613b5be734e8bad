import { buildUser } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildOidcGrant } from '../../../security/sweep/api-rows.ts'
import { onApplication } from '../../../security/sweep/calls/applications.ts'
import { applicationAsId } from '../../../security/sweep/id-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onUser: Scenario = async ({ ctx }) => ({ params: { userid: (await buildUser(ctx)).id } })

const oidcGrant = async ({ ctx }: TestTenant) => {
  const { userId, grantId } = await buildOidcGrant(ctx)
  return { userid: userId, oauthusertokenid: grantId }
}

export const scenarios: SubjectScenarios = {
  calls: {
    listUserOauthTokens: onUser,
    revokeUserOauthTokens: async ({ ctx }) => ({
      params: { userid: (await buildOidcGrant(ctx)).userId },
    }),
    revokeUserOauthToken: async ({ ctx }) => {
      const { userId, grantId } = await buildOidcGrant(ctx)
      return { params: { userid: userId, oauthusertokenid: grantId } }
    },
    revokeApplicationTokens: onApplication(),
    listUserApiScopes: onUser,
  },
  ids: [
    { under: '/api/web/v1/applications/useroauthtokens/', build: applicationAsId },
    { under: '/api/web/v1/users/:userid/useroauthtokens/', build: oidcGrant },
  ],
  alteredBy: {
    listUserApiScopes: ['deleteUser'],
  },
  constant: {
    readUserOauthTokenSettings: 'The limits of tokens that this release has',
  },
  shownIn: {
    revokeApplicationTokens: 'protocols/oidc/access/resource-servers.test.ts',
  },
}
