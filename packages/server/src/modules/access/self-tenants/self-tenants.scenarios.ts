import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  shownIn: {
    listOwnTenants: 'modules/access/self-tenants/self-tenants.test.ts',
  },
}
