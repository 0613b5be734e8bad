export { giveBack, type HourlyBudget, takeOne } from './hourly-budgets.repository.ts'
