import { type Module } from '../../../kit/module.ts'
import { guessBudgetRoutes } from './index.ts'

export const guessBudgetModule: Module = {
  routes: [guessBudgetRoutes],
}
