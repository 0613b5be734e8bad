import { readSelf } from '@signet/contract/access/self'
import { replaceSelfValues } from '@signet/contract/access/self-values'
import { assignUserRole } from '@signet/contract/identity/roles'
import { updateUserPortalSettings } from '@signet/contract/settings/userportal'
import { buildRole } from '../../../../testing/builders.ts'
import { own } from '../../../security/sweep/calls/self.ts'
import { updating } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn } from '../../../security/sweep/world.ts'

const values = { values: { density: 'compact' } }

export const scenarios: SubjectScenarios = {
  calls: {
    completeSelfRegistration: async (world) => {
      const { as, id } = await buildSignedIn(world)
      await world.ctx.db
        .updateTable('users')
        .set({ registration_required: true })
        .where('id', '=', id)
        .execute()
      return { as }
    },
    updateSelf: own(() => ({ firstName: 'Changed' })),
    replaceSelfValues: own(() => values),
    mergeSelfValues: own(() => values),
  },
  alteredBy: {
    readPreferredAuthenticator: ({ test }, { given }) =>
      test.call(replaceSelfValues, {
        ...(given.as === undefined ? {} : { as: given.as }),
        body: { values: { preferredAuthenticator: 'PASSWORD' } },
      }),
    listOwnRoles: async ({ test, ctx, admin }, { given: { as } }) => {
      const caller = as === undefined ? {} : { as }
      const { body } = await test.call(readSelf, caller)
      const params = { userid: body.id, roleid: await buildRole(ctx, {}) }
      return test.call(assignUserRole, { as: admin.token, params })
    },
    readSelfSettings: updating(updateUserPortalSettings, {
      userGuideUrl: 'https://intranet.example/other',
    }),
  },
  shownIn: {
    readSelfVerification: 'app/settings-effects.test.ts',
  },
}
