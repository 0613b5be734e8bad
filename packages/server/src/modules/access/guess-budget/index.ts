export { readMeter } from './meter.ts'
export { withinGuessBudget } from './within-guess-budget.ts'
