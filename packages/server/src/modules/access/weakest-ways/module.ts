import { type Module } from '../../../kit/module.ts'
import { weakestWayRoutes } from './index.ts'

export const weakestWaysModule: Module = {
  routes: [weakestWayRoutes],
}
