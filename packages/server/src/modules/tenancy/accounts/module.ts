import { type Module } from '../../../kit/module.ts'
import { accountRoutes } from './accounts.routes.ts'

export const accountsModule: Module = {
  routes: [accountRoutes],
}
