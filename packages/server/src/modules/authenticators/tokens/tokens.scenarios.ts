import { buildStock } from '../../../../testing/authenticators/hardware-tokens.ts'
import { buildUser } from '../../../../testing/builders.ts'
import { activating, active, lock } from '../../../security/sweep/calls/authenticators.ts'
import { anyGroup, tokenAsId } from '../../../security/sweep/id-rows.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import { buildTotp } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

const onNewToken: Scenario = async ({ ctx }) => {
  const { id, serial, userId } = await buildTotp(ctx, (await buildUser(ctx)).id)
  return { params: { tokenid: id, sernum: serial, useruuid: userId } }
}

const onActiveToken =
  (body: unknown): Scenario =>
  async (world) => {
    const token = await active(world, (await buildUser(world.ctx)).id)
    return { params: { tokenid: token.id }, body }
  }

export const scenarios: SubjectScenarios = {
  calls: {
    createUserToken: async ({ ctx }) => ({
      params: { userid: (await buildUser(ctx)).id, type: 'GOOGLE_AUTHENTICATOR' },
      body: { label: 'Phone' },
    }),
    readToken: onNewToken,
    readTokenBySerial: onNewToken,
    readUserToken: onNewToken,
    deleteToken: onNewToken,
    unlockToken: async (world) => {
      const { id } = await buildUser(world.ctx)
      await lock(world, id, 'TOKEN')
      return { params: { tokenid: (await buildTotp(world.ctx, id)).id } }
    },
    startTokenActivation: onNewToken,
    updateToken: onActiveToken({ label: 'Other phone' }),
    changeTokenState: onActiveToken({ state: 'INACTIVE' }),
    completeTokenActivation: async (world) => {
      const token = await activating(world, (await buildUser(world.ctx)).id)
      return { params: { tokenid: token.id }, body: { registrationCode: token.code() } }
    },
    synchroniseToken: async (world) => {
      const token = await active(world, (await buildUser(world.ctx)).id)
      return {
        params: { tokenid: token.id },
        body: { response: token.code(2), nextResponse: token.code(3) },
      }
    },
  },
  ids: [
    { under: '/api/web/v1/tokens/', build: tokenAsId },
    { under: '/api/web/v1/user/:useruuid/token/', build: tokenAsId },
  ],
  bodyIds: {
    updateToken: {
      build: anyGroup,
      body: (id) => ({ groups: [id] }),
      params: async ({ ctx }) => ({ tokenid: (await buildStock(ctx)).id }),
    },
  },
  effects: {
    createUserToken: ['readUserAuthenticators'],
    synchroniseToken: rowsOf('tokens'),
    unlockToken: rowsOf('attempt_budgets'),
  },
  alteredBy: {
    readTokenBySerial: ['deleteToken'],
    readUserToken: ['deleteToken'],
  },
}
