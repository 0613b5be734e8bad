export { findQuestions, listQuestions } from './kba-questions.repository.ts'
export { create as createKbaQuestion, presentQuestion } from './kba-questions.service.ts'
