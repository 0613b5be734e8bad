export { kbaRoutes } from './kba.routes.ts'
export { kba } from './kba.service.ts'
export {
  type AskedQuestion,
  askedQuestionsQuery,
  useChallenge,
} from './kba-challenges.repository.ts'
export { areAnswers, askQuestions } from './kba-challenges.service.ts'
