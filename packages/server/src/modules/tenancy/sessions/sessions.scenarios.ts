import { buildSessionOf } from '../../../security/sweep/rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type Scenarios } from '../../../security/sweep/world.ts'

const ownSession: Scenarios[string] = async (world) => ({ as: (await buildSignedIn(world)).as })

export const scenarios: SubjectScenarios = {
  calls: {
    listOwnSessions: ownSession,
    endOwnSessions: ownSession,
    endOwnSession: async (world) => {
      const { as } = await buildSignedIn(world)
      const [, claims = ''] = as.split('.')
      const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      return { as, params: { id: sid } }
    },
  },
  ids: [{ under: '/api/web/v1/self/sessions/', build: ({ ctx }) => buildSessionOf(ctx) }],
}
