import { type Module } from '../../../kit/module.ts'
import { programAgentRoutes } from './index.ts'

export const programAgentsModule: Module = {
  routes: [programAgentRoutes],
}
