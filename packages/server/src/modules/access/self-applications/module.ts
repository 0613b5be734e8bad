import { type Module } from '../../../kit/module.ts'
import { selfApplicationRoutes } from './self-applications.routes.ts'

export const selfApplicationsModule: Module = {
  routes: [selfApplicationRoutes],
}
