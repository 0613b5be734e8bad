import { type Module } from '../../../kit/module.ts'
import { sdpRoutes } from './index.ts'

export const sdpModule: Module = {
  routes: [sdpRoutes],
}
