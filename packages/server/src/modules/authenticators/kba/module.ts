import { type Module } from '../../../kit/module.ts'
import { kbaRoutes } from './index.ts'

export const kbaModule: Module = {
  routes: [kbaRoutes],
  secretColumns: ['user_questions.answer_hmac'],
}
