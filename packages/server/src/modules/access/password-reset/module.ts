import { type Module } from '../../../kit/module.ts'
import { passwordResetRoutes } from './password-reset.routes.ts'

export const passwordResetModule: Module = {
  routes: [passwordResetRoutes],
}
