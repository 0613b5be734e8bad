import { type Module } from '../../../kit/module.ts'
import { acrRoutes } from './index.ts'

export const acrsModule: Module = {
  routes: [acrRoutes],
}
