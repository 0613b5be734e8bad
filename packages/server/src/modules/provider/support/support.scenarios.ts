import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    updateSupportContact: () => ({
      body: {
        name: 'Help desk',
        email: 'help@provider.example',
        telephone: '+1 202 555 0142',
        hours: 'Monday to Friday, 9 to 17',
      },
    }),
  },
  shownIn: {
    readSupportAndResources: 'modules/provider/support/support.test.ts',
  },
}
