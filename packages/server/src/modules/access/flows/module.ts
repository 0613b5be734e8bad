import { type Module } from '../../../kit/module.ts'
import { flowRoutes } from './index.ts'

export const flowsModule: Module = {
  routes: [flowRoutes],
}
