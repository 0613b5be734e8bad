import { day, type Module } from '../../../kit/module.ts'

export const hourlyBudgetsModule: Module = {
  retention: [{ table: 'send_budgets', column: 'window_started_at', graceMillis: day }],
}
