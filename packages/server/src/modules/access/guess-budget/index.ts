export { guessBudgetRoutes } from './guess-budget.routes.ts'
export { withinGuessBudget } from './within-guess-budget.ts'
