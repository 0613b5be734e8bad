import { startHelpDeskCall } from '@signet/contract/access/help-desk-calls'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { pushAsId } from '../../../security/sweep/asked-rows.ts'
import { serviceOf } from '../../../security/sweep/calls/soft-tokens.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type World } from '../../../security/sweep/world.ts'

/** A call that the help desk has begun. */
const called = async (world: World) => {
  const person = await buildSignedIn(world)
  const { app } = await buildSoftTokenApp(serviceOf(world), person.id)
  const params = { userid: person.id }
  const begin = () => world.test.call(startHelpDeskCall, { as: world.admin.token, params })
  return { app, params, begin }
}

export const scenarios: SubjectScenarios = {
  calls: {
    startHelpDeskCall: async (world) => ({ params: (await called(world)).params }),
    waitForHelpDeskCall: async (world) => {
      const { app, params, begin } = await called(world)
      const callid = String((await begin()).body.id)
      await app.answer(await app.pending(), { decision: 'APPROVE' })
      return { params: { ...params, callid } }
    },
  },
  ids: [{ under: '/api/web/v1/users/:userid/helpdeskcalls/', build: pushAsId }],
  effects: {
    startHelpDeskCall: rowsOf('pushes'),
  },
  alteredBy: {
    waitForHelpDeskCall: ['deleteUser'],
  },
}
