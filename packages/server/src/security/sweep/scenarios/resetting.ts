import {
  authenticatePasswordReset,
  challengePasswordReset,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { buildSignedIn, newPassword, type Scenarios, type World } from '../world.ts'

const begun = async (world: World) => {
  const { userId, email } = await buildSignedIn(world)
  const asked = await world.test.call(queryPasswordReset, { body: { userId } })
  return { authToken: String(asked.body.authToken), email }
}

const challenged = async (world: World) => {
  const { authToken, email } = await begun(world)
  const body = { authToken, authenticator: 'OTP' }
  await world.test.call(challengePasswordReset, { body })
  return { ...body, response: world.keep(await mailedCode(world.test, email)) }
}

const proven = async (world: World): Promise<string> => {
  const answer = await world.test.call(authenticatePasswordReset, { body: await challenged(world) })
  return String(answer.body.authToken)
}

export const resettingScenarios: Scenarios = {
  queryPasswordReset: async (world) => ({ body: { userId: (await buildSignedIn(world)).userId } }),
  challengePasswordReset: async (world) => ({
    body: { authToken: (await begun(world)).authToken, authenticator: 'OTP' },
  }),
  authenticatePasswordReset: async (world) => ({ body: await challenged(world) }),
  validateResetPassword: async (world) => ({
    body: { authToken: await proven(world), newPassword: newPassword(world) },
  }),
  unlockOwnPassword: async (world) => ({ body: { authToken: await proven(world) } }),
  completePasswordReset: async (world) => ({
    body: { authToken: await proven(world), newPassword: newPassword(world) },
  }),
}
