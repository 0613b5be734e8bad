import { type Module } from '../../../kit/module.ts'
import { ipListRoutes } from './index.ts'

export const ipListsModule: Module = {
  routes: [ipListRoutes],
}
