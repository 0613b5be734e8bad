import { updateRegistrationSettings } from '@signet/contract/settings/registration'
import { buildUser } from '../../../../testing/builders.ts'
import { buildApplication, buildSignUp } from '../portal-rows.ts'
import { buildSignedIn, newPassword, type Scenarios, type World } from '../world.ts'

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

export const portalScenarios: Scenarios = {
  validateUserApplication: async ({ ctx }) => ({
    body: { applicationId: await buildApplication(ctx) },
  }),
  openUserApplication: async ({ ctx }) => ({ params: { id: await buildApplication(ctx) } }),
  listUserApplications: async ({ ctx }) => ({ params: { userid: (await buildUser(ctx)).id } }),
  requestSignUp: async (world) => {
    await letPeopleSignUp(world)
    return { body: { email: newAddress(world), firstName: 'Ada' } }
  },
  readSignUp: async (world) => ({ body: { signUpToken: await signUpToken(world) } }),
  completeSignUp: async (world) => ({
    body: { signUpToken: await signUpToken(world), password: newPassword(world) },
  }),
  deleteSignUp: async ({ ctx }) => ({ params: { id: (await buildSignUp(ctx)).id } }),
  changeFavoriteApplication: async (world) => ({
    as: (await buildSignedIn(world)).as,
    body: { applicationId: await buildApplication(world.ctx), favorite: true },
  }),
}
