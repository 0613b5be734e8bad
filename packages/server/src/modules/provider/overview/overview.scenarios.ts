import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  alteredBy: {
    readProviderOverview: ['createTenant'],
  },
}
