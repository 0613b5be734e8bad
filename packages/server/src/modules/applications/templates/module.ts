import { type Module } from '../../../kit/module.ts'
import { templateRoutes } from './templates.routes.ts'

export const templatesModule: Module = {
  routes: [templateRoutes],
}
