import { onPerson } from '../../../security/sweep/calls/authenticators.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { newPassword } from '../../../security/sweep/world.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    readUserPassword: onPerson(),
    readUserPasswordRules: onPerson(),
    deleteUserPassword: onPerson(),
    notifyUserPassword: onPerson(),
    setUserPassword: onPerson((world) => ({ password: newPassword(world) })),
    validateUserPassword: onPerson((world) => ({ password: newPassword(world) })),
  },
  shownIn: {
    notifyUserPassword: 'modules/authenticators/authenticators.test.ts',
  },
  alteredBy: {
    readUserPasswordRules: ['updatePasswordSettings'],
  },
  computes: {
    validateUserPassword: { password: 'short' },
  },
}
