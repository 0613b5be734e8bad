import { type Module } from '../../../kit/module.ts'
import { helpDeskCallRoutes } from './help-desk-calls.routes.ts'

export const helpDeskCallsModule: Module = {
  routes: [helpDeskCallRoutes],
}
