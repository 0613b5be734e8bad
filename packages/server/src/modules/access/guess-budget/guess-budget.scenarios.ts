import { updateGuessBudget } from '@signet/contract/settings/guessbudget'
import { updating } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'

export const scenarios: SubjectScenarios = {
  calls: {
    updateGuessBudget: () => ({ body: { bound: 0.0005 } }),
    updateLockoutSettings: () => ({
      body: { authenticators: { GRID: { attempts: 4, lockMillis: 600_000 } } },
    }),
  },
  alteredBy: {
    readGuessMeter: updating(updateGuessBudget, { bound: 0.001 }),
  },
}
