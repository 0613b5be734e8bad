import { startEmailConnection } from '@signet/contract/settings/emailserver'
import { emailConnectionAsId } from '../../../security/sweep/asked-rows.ts'
import { setUpEmailServer, withAddress } from '../../../security/sweep/calls/settings.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const beginConnection = async (world: World) => {
  await setUpEmailServer(world, false)
  const { body } = await world.test.call(startEmailConnection, { as: world.admin.token })
  const { searchParams } = new URL(String(body.url))
  return { key: String(body.key), state: searchParams.get('state') ?? '' }
}

export const scenarios: SubjectScenarios = {
  calls: {
    // Follows `testEmailServer` in every sweep: later calls send mail through the operator's server.
    updateEmailServer: async (world) => {
      await setUpEmailServer(world, false)
      return { body: { fromName: 'Acme' } }
    },
    testEmailServer: async (world) => {
      await withAddress(world)
      await setUpEmailServer(world)
      return {}
    },
    startEmailConnection: async (world) => {
      await setUpEmailServer(world, false)
      return {}
    },
    readEmailConnection: async (world) => ({ params: { key: (await beginConnection(world)).key } }),
    completeEmailConnection: async (world) => ({
      query: { state: (await beginConnection(world)).state, error: 'access_denied' },
    }),
  },
  ids: [{ under: '/api/web/v1/settings/emailserver/', build: emailConnectionAsId }],
  effects: {
    completeEmailConnection: rowsOf('email_connections'),
    startEmailConnection: rowsOf('email_connections'),
  },
  shownIn: {
    readEmailConnection: 'modules/settings/email-server/email-server.test.ts',
    testEmailServer: 'modules/settings/email-server/email-server.test.ts',
  },
}
