import { type Module } from '../../../kit/module.ts'
import { flashPassSettingRoutes } from './index.ts'

export const flashPassModule: Module = {
  routes: [flashPassSettingRoutes],
}
