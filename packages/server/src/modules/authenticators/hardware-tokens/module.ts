import { type Module } from '../../../kit/module.ts'
import { hardwareTokenRoutes } from './index.ts'

export const hardwareTokensModule: Module = {
  routes: [hardwareTokenRoutes],
}
