import {
  authenticatePasswordReset,
  challengePasswordReset,
  queryPasswordReset,
  validateResetPassword,
} from '@signet/contract/access/password-reset'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { lockedOut } from '../../../security/sweep/calls/authenticators.ts'
import { mails, rowsOf, tokenTakenBy } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import {
  buildSignedIn,
  newPassword,
  type Person,
  type World,
} from '../../../security/sweep/world.ts'

const begun = async (world: World, known?: Person) => {
  const { userId, email } = known ?? (await buildSignedIn(world))
  const asked = await world.test.call(queryPasswordReset, { body: { userId } })
  return { authToken: String(asked.body.authToken), email }
}

const challenged = async (world: World, known?: Person) => {
  const { authToken, email } = await begun(world, known)
  const body = { authToken, authenticator: 'OTP' }
  await world.test.call(challengePasswordReset, { body })
  return { ...body, response: world.keep(await mailedCode(world.test, email)) }
}

const proven = async (world: World, known?: Person): Promise<string> => {
  const body = await challenged(world, known)
  const answer = await world.test.call(authenticatePasswordReset, { body })
  return String(answer.body.authToken)
}

export const scenarios: SubjectScenarios = {
  calls: {
    queryPasswordReset: async (world) => ({
      body: { userId: (await buildSignedIn(world)).userId },
    }),
    challengePasswordReset: async (world) => ({
      body: { authToken: (await begun(world)).authToken, authenticator: 'OTP' },
    }),
    authenticatePasswordReset: async (world) => ({ body: await challenged(world) }),
    validateResetPassword: async (world) => ({
      body: { authToken: await proven(world), newPassword: newPassword(world) },
    }),
    unlockPassword: async (world) => ({
      body: { authToken: await proven(world, await lockedOut(world)) },
    }),
    completePasswordReset: async (world) => ({
      body: { authToken: await proven(world), newPassword: newPassword(world) },
    }),
  },
  bodyIds: {
    // Ids of questions that were asked of this very person; every other is a wrong answer.
    authenticatePasswordReset: null,
  },
  effects: {
    completePasswordReset: rowsOf('passwords'),
    unlockPassword: rowsOf('attempt_budgets'),
    challengePasswordReset: mails,
    queryPasswordReset: tokenTakenBy(challengePasswordReset, { authenticator: 'OTP' }),
    authenticatePasswordReset: tokenTakenBy(validateResetPassword, { newPassword: 'x' }),
  },
  computes: {
    validateResetPassword: { newPassword: 'short' },
  },
}
