export { kba } from './kba.service.ts'
export { askedQuestionsQuery, useChallenge } from './kba-challenges.repository.ts'
export { areAnswers, askQuestions } from './kba-challenges.service.ts'
