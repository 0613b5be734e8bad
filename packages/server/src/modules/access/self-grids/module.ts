import { type Module } from '../../../kit/module.ts'
import { selfGridRoutes } from './self-grids.routes.ts'

export const selfGridsModule: Module = {
  routes: [selfGridRoutes],
}
