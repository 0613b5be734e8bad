import { type Module } from '../../../kit/module.ts'
import { riskEngineRoutes } from './index.ts'

export const riskEnginesModule: Module = {
  routes: [riskEngineRoutes],
}
