import { type Module } from '../../../kit/module.ts'
import { weakSettingRoutes } from './index.ts'

export const weakSettingsModule: Module = {
  routes: [weakSettingRoutes],
}
