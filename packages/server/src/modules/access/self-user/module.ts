import { type Module } from '../../../kit/module.ts'
import { selfUserRoutes } from './index.ts'

export const selfUserModule: Module = {
  routes: [selfUserRoutes],
}
