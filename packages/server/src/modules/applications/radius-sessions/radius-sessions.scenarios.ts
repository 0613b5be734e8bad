import { buildUser } from '../../../../testing/builders.ts'
import { buildRadiusApplication } from '../../../security/sweep/radius-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { keepSession } from './index.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    listRadiusSessions: async ({ ctx, keep }) => {
      const { id, sharedSecret } = await buildRadiusApplication(ctx)
      keep(sharedSecret)
      await keepSession(ctx, {
        applicationId: id,
        clientAddress: '192.0.2.7',
        sessionId: 'a1',
        userName: (await buildUser(ctx)).userId,
        callingStationId: null,
        framedAddress: null,
        seconds: 0,
        inputBytes: '0',
        outputBytes: '0',
        endCause: null,
        isEnd: false,
      })
      return { params: { id } }
    },
  },
  alteredBy: {
    listRadiusSessions: ['deleteRadiusApplication'],
  },
}
