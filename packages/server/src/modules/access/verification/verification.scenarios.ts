import { GridChallenge } from '@signet/contract/access/authentication'
import {
  authenticateTokenVerification,
  challengeGridVerification,
  challengeOtpVerification,
  challengePushVerification,
  challengeTokenVerification,
  queryVerification,
} from '@signet/contract/access/verification'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { buildGrid } from '../../../../testing/authenticators/grids.ts'
import { active } from '../../../security/sweep/calls/authenticators.ts'
import { mails, rowsOf, tokenTakenBy } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

/** Somebody with everything that can be asked for, and a verification of them. */
const begun = async (world: World) => {
  const email = `v-${world.ctx.platform.ids.random(6).toString('hex')}@example.test`
  const person = await buildPerson(world.ctx, { email })
  const token = await active(world, person.id)
  const card = await buildGrid(world.ctx, person.id)
  world.keep(card.cells.join(''))
  const body = { userId: person.userId }
  const asked = await world.test.call(queryVerification, { as: world.admin.token, body })
  return { authToken: String(asked.body.authToken), body, token, card, email }
}

/** Somebody with an app, and a verification of them. */
const withApp = async (world: World) => {
  const person = await buildPerson(world.ctx)
  const service = { ctx: world.ctx, call: world.test.call }
  const { app } = await buildSoftTokenApp(service, person.id)
  const body = { userId: person.userId }
  const asked = await world.test.call(queryVerification, { as: world.admin.token, body })
  return { app, body, authToken: String(asked.body.authToken) }
}

const named: Scenario = async (world) => ({ body: (await begun(world)).body })

const due: Scenario = async (world) => ({ body: { authToken: (await begun(world)).authToken } })

export const scenarios: SubjectScenarios = {
  calls: {
    queryVerification: named,
    queryTokenVerification: named,
    queryOtpVerification: named,
    queryGridVerification: named,
    queryPushVerification: async (world) => ({ body: (await withApp(world)).body }),
    challengePushVerification: async (world) => ({
      body: { authToken: (await withApp(world)).authToken },
    }),
    authenticatePushVerification: async (world) => {
      const { app, authToken } = await withApp(world)
      const as = world.admin.token
      const body = { authToken }
      const asked = await world.test.call(challengePushVerification, { as, body })
      const number = String(fieldOf(asked.body, 'push', 'number'))
      await app.answer(await app.pending(), { decision: 'APPROVE', number })
      return { body: { authToken: String(asked.body.authToken) } }
    },
    validatePassword: async ({ ctx }) => ({
      body: { userId: (await buildPerson(ctx)).userId, password: goodPassword },
    }),
    challengeTokenVerification: due,
    challengeOtpVerification: due,
    challengeGridVerification: due,
    authenticateTokenVerification: async (world) => {
      const { authToken, token } = await begun(world)
      return { body: { authToken, response: token.code() } }
    },
    authenticateOtpVerification: async (world) => {
      const { authToken, email } = await begun(world)
      await world.test.call(challengeOtpVerification, {
        as: world.admin.token,
        body: { authToken },
      })
      return { body: { authToken, response: world.keep(await mailedCode(world.test, email)) } }
    },
    authenticateGridVerification: async (world) => {
      const { authToken, card } = await begun(world)
      const as = world.admin.token
      const asked = await world.test.call(challengeGridVerification, { as, body: { authToken } })
      const { challenge } = GridChallenge.parse(fieldOf(asked.body, 'gridChallenge'))
      const next = String(asked.body.authToken)
      return { body: { authToken: next, response: card.read(challenge) } }
    },
  },
  effects: {
    challengePushVerification: rowsOf('pushes'),
    challengeOtpVerification: mails,
    challengeGridVerification: rowsOf('grid_challenges'),
    queryVerification: tokenTakenBy(challengeTokenVerification),
    queryTokenVerification: tokenTakenBy(challengeTokenVerification),
    queryOtpVerification: tokenTakenBy(challengeOtpVerification),
    queryGridVerification: tokenTakenBy(challengeGridVerification),
    queryPushVerification: tokenTakenBy(challengePushVerification),
    challengeTokenVerification: tokenTakenBy(authenticateTokenVerification, {
      response: '00000000',
    }),
    authenticatePushVerification: rowsOf('pushes'),
  },
  computes: {
    validatePassword: { password: 'wrong' },
    authenticateTokenVerification: { response: '00000000' },
    authenticateOtpVerification: { response: '00000000' },
    authenticateGridVerification: { response: 'ZZZ' },
  },
}
