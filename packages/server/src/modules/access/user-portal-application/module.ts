import { type Module } from '../../../kit/module.ts'
import { userPortalApplicationRoutes } from './user-portal-application.routes.ts'

export const userPortalApplicationModule: Module = {
  routes: [userPortalApplicationRoutes],
}
