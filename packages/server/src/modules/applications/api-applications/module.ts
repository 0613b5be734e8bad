import { type Module } from '../../../kit/module.ts'
import { agentApplicationRoutes, apiApplicationRoutes } from './index.ts'

export const apiApplicationsModule: Module = {
  routes: [agentApplicationRoutes, apiApplicationRoutes],
  secretColumns: ['api_applications.former_hash', 'api_applications.secret_hash'],
}
