import { type Module } from '../../../kit/module.ts'
import { passthroughRoutes } from './index.ts'

export const passthroughModule: Module = {
  routes: [passthroughRoutes],
}
