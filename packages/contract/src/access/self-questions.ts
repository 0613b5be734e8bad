import { z } from 'zod'
import { answerErrors, KbaStatus, UserQuestionsChange } from '../authenticators/kba.ts'
import { endpoint } from '../kit/endpoint.ts'
import { noContent } from '../kit/schemas.ts'
import { KbaLocale, KbaQuestion } from '../settings/kba-questions.ts'

const path = '/api/web/v1/self/kba'
const read = { actor: 'user', limit: 'read', audit: null } as const
const change = { actor: 'user', limit: 'change' } as const
const inTab = { tab: 'AUTHENTICATORS' } as const

export const readOwnKba = endpoint({
  ...read,
  ...inTab,
  method: 'GET',
  path: path,
  answer: KbaStatus,
  errors: [],
  summary: 'The questions that this user has answered, and how many there may be',
})

export const listOwnOfferedQuestions = endpoint({
  ...read,
  ...inTab,
  whileDue: true,
  method: 'GET',
  path: `${path}/questions`,
  query: z.object({ locale: KbaLocale.optional() }),
  answer: z.array(KbaQuestion),
  errors: [],
  summary: 'The questions to choose from, in this user’s language by default',
})

export const addOwnQuestions = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'POST',
  path: path,
  body: UserQuestionsChange,
  answer: KbaStatus,
  errors: ['step_up_required', ...answerErrors],
  audit: 'USER_QUESTIONS_SET',
  summary: 'Add questions and answers to the own ones',
})

export const replaceOwnQuestions = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'PUT',
  path: path,
  body: UserQuestionsChange,
  answer: KbaStatus,
  errors: ['step_up_required', ...answerErrors],
  audit: 'USER_QUESTIONS_SET',
  summary: 'Put questions and answers in the place of the own ones',
})

export const deleteOwnQuestions = endpoint({
  ...change,
  ...inTab,
  method: 'DELETE',
  path: path,
  answer: noContent,
  errors: ['step_up_required'],
  audit: 'USER_QUESTIONS_DELETED',
  summary: 'Delete all own questions',
})
