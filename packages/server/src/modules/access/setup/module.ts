import { type Module } from '../../../kit/module.ts'
import { setupRoutes } from './index.ts'

export const setupModule: Module = {
  routes: [setupRoutes],
}
