import { type Module } from '../../../kit/module.ts'
import { organizationRoutes } from './index.ts'

export const organizationsModule: Module = {
  routes: [organizationRoutes],
}
