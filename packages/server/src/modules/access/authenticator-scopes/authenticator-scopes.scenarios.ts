import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    readAuthenticatorScopes: () => ({ body: {} }),
  },
  shownIn: {
    readAuthenticatorScopes: 'modules/access/authenticator-scopes/authenticator-scopes.test.ts',
  },
}
