import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  alteredBy: {
    listApplicationInfo: ['createOidcApplication'],
  },
  constant: {
    listApplicationTemplates: 'The application templates that this release has',
  },
}
