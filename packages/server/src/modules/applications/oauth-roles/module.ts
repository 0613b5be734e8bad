import { type Module } from '../../../kit/module.ts'
import { oauthRoleRoutes } from './index.ts'

export const oauthRolesModule: Module = {
  routes: [oauthRoleRoutes],
}
