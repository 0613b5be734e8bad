import {
  beginApplicationSignIn,
  challengeApplicationSignIn,
  completeApplicationSignIn,
} from '@signet/contract/access/application-sign-in'
import { authenticateAdminApi } from '@signet/contract/applications/api-applications'
import { buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { agentType, builtProgram } from '../../../security/sweep/api-application-rows.ts'
import { tokenTakenBy } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

/** Somebody who stands before an agent, and the session that it asks in. */
const beginAtAgent = async (world: World) => {
  const { id: applicationId, sharedSecret } = await builtProgram(world, agentType)
  const body = { applicationId, sharedSecret }
  const opened = await world.test.call(authenticateAdminApi, { body })
  const as = world.keep(String(opened.body.authToken))
  const { userId } = await buildPerson(world.ctx)
  const begun = await world.test.call(beginApplicationSignIn, { as, body: { userId } })
  return { as, userId, authToken: String(begun.body.authToken) }
}

export const scenarios: SubjectScenarios = {
  calls: {
    beginApplicationSignIn: async (world) => {
      const { as, userId } = await beginAtAgent(world)
      return { as, body: { userId } }
    },
    challengeApplicationSignIn: async (world) => {
      const { as, authToken } = await beginAtAgent(world)
      return { as, body: { authToken, authenticator: 'PASSWORD' } }
    },
    completeApplicationSignIn: async (world) => {
      const { as, authToken } = await beginAtAgent(world)
      return { as, body: { authToken, authenticator: 'PASSWORD', response: goodPassword } }
    },
  },
  effects: {
    beginApplicationSignIn: tokenTakenBy(challengeApplicationSignIn, { authenticator: 'PASSWORD' }),
    challengeApplicationSignIn: tokenTakenBy(completeApplicationSignIn, {
      authenticator: 'PASSWORD',
      response: 'wrong',
    }),
  },
  computes: {
    completeApplicationSignIn: { response: 'wrong' },
  },
}
