import { type Module } from '../../../kit/module.ts'
import { emailTemplateRoutes } from './index.ts'

export const emailTemplatesModule: Module = {
  routes: [emailTemplateRoutes],
}
