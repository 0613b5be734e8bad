import { lockedOut, onPerson } from '../../../security/sweep/calls/authenticators.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    readUserAuthenticators: onPerson(),
    unlockUserAuthenticators: async (world) => ({
      params: { userid: (await lockedOut(world)).id },
    }),
  },
}
