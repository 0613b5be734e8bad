import { updateRegistrationSettings } from '@signet/contract/settings/registration'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { buildSignUp } from '../../../security/sweep/portal-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { newPassword, type World } from '../../../security/sweep/world.ts'

const newAddress = ({ ctx }: World): string =>
  `${ctx.platform.ids.random(6).toString('hex')}@example.test`

/** As in the first sign-up of the hour: the budgets of network and mailbox are whole. */
const letPeopleSignUp = async ({ test, admin, ctx }: World): Promise<void> => {
  await ctx.db.deleteFrom('send_budgets').where('tenant_id', '=', ctx.tenant.id).execute()
  await test.call(updateRegistrationSettings, {
    as: admin.token,
    body: { selfRegistration: true },
  })
}

const signUpToken = async (world: World): Promise<string> => {
  await letPeopleSignUp(world)
  return world.keep((await buildSignUp(world.ctx)).signUpToken)
}

const signUp = async ({ ctx }: TestTenant) => ({ id: (await buildSignUp(ctx)).id })

export const scenarios: SubjectScenarios = {
  calls: {
    requestSignUp: async (world) => {
      await letPeopleSignUp(world)
      return { body: { email: newAddress(world), firstName: 'Ada' } }
    },
    readSignUp: async (world) => ({ body: { signUpToken: await signUpToken(world) } }),
    completeSignUp: async (world) => ({
      body: { signUpToken: await signUpToken(world), password: newPassword(world) },
    }),
    deleteSignUp: async ({ ctx }) => ({ params: { id: (await buildSignUp(ctx)).id } }),
  },
  ids: [{ under: '/api/web/v1/signups/', build: signUp }],
  effects: {
    requestSignUp: ['listSignUps'],
    completeSignUp: ['listUsers'],
  },
  alteredBy: {
    readSignUp: ['completeSignUp'],
  },
}
