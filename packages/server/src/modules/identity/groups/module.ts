import { type Module } from '../../../kit/module.ts'
import { groupRoutes } from './index.ts'

export const groupsModule: Module = {
  routes: [groupRoutes],
}
