import { type Module } from '../../../kit/module.ts'
import { listViewRoutes } from './index.ts'

export const listViewsModule: Module = {
  routes: [listViewRoutes],
}
