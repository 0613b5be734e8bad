import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  effects: {
    reportUiError: ({ test }) =>
      Promise.resolve(
        test.logged.filter((line) => line.includes('error of the user interface')).length,
      ),
  },
}
