import { type Module } from '../../../kit/module.ts'
import { applicationSignInRoutes } from './application-sign-in.routes.ts'

export const applicationSignInModule: Module = {
  routes: [applicationSignInRoutes],
}
