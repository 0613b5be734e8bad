import type { Module } from '../../../kit/module.ts'
import { emailStateRoutes } from './index.ts'

export const emailStateModule: Module = {
  routes: [emailStateRoutes],
}
