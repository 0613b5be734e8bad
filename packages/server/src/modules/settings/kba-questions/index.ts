export { findQuestions, listQuestions } from './kba-questions.repository.ts'
export { kbaQuestionRoutes } from './kba-questions.routes.ts'
export { create as createKbaQuestion, presentQuestion } from './kba-questions.service.ts'
