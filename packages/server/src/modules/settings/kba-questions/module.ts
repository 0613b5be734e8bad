import { type Module } from '../../../kit/module.ts'
import { kbaQuestionRoutes } from './index.ts'

export const kbaQuestionsModule: Module = {
  routes: [kbaQuestionRoutes],
  openColumns: ['kba_questions.question_key'],
}
