import { type Module } from '../../../kit/module.ts'
import { transactionRoutes } from './index.ts'

export const transactionsModule: Module = {
  routes: [transactionRoutes],
}
