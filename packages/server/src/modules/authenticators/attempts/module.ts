import { type Module, year } from '../../../kit/module.ts'

export const attemptsModule: Module = {
  retention: [{ table: 'attempt_budgets', column: 'last_failed_at', graceMillis: year }],
  kept: {
    'attempt_budgets.locked_until': 'swept a year after the last wrong answer',
  },
}
