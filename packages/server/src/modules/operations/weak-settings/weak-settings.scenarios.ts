import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  shownIn: {
    listWeakSettings: 'modules/operations/weak-settings/weak-settings.test.ts',
  },
}
