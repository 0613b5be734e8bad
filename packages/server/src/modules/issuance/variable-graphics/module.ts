import { type Module } from '../../../kit/module.ts'
import { variableGraphicRoutes } from './index.ts'

export const variableGraphicsModule: Module = {
  routes: [variableGraphicRoutes],
}
