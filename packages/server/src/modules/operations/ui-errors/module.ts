import { type Module } from '../../../kit/module.ts'
import { uiErrorRoutes } from './ui-errors.routes.ts'

export const uiErrorsModule: Module = {
  routes: [uiErrorRoutes],
}
