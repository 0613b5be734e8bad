import { type Module } from '../../../kit/module.ts'
import { roleRoutes } from './index.ts'

export const rolesModule: Module = {
  routes: [roleRoutes],
}
