import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'
import { KbaLocale, KbaQuestion, QuestionText } from '../settings/kba-questions.ts'

/** A question that somebody has answered; the answer never leaves. */
export const UserQuestion = z
  .object({ id: Uuid, locale: KbaLocale, question: z.string(), createDate: Instant })
  .meta({ id: 'UserQuestion' })

/** The question is one that the tenant offers, or one's own. */
const QuestionAnswer = z
  .object({
    questionId: Uuid.optional(),
    question: QuestionText.optional(),
    answer: z.string().trim().min(1).max(100, abort),
  })
  .refine(
    ({ questionId, question }) => (questionId === undefined) !== (question === undefined),
    'names no question, or two',
  )

export const UserQuestionsChange = z
  .object({
    /** Language of one's own questions; the person's by default. */
    locale: KbaLocale.optional(),
    userQuestions: z.array(QuestionAnswer).min(1).max(20, abort),
  })
  .meta({ id: 'UserQuestionsChange' })

export const KbaStatus = z
  .object({
    /** INACTIVE: nobody is asked here (`maximumNumberOfQuestions` is 0). */
    state: z.enum(['ACTIVE', 'INACTIVE']),
    maximumNumberOfQuestions: z.int(),
    minimumNumberOfQuestions: z.int(),
    minimumAnswerLength: z.int(),
    ownQuestions: z.boolean(),
    userQuestions: z.array(UserQuestion),
  })
  .meta({ id: 'KbaStatus' })

/** What is asked of somebody, and what they answer. */
export const AskedQuestions = z.object({
  userQuestions: z.array(z.object({ id: Uuid, question: z.string() })),
})
export const GivenAnswers = z.object({
  userQuestions: z.array(z.object({ id: Uuid, answer: z.string().max(200, abort) })).max(20, abort),
})

export const answerErrors = ['kba_inactive', 'kba_question_count', 'invalid_parameters'] as const

const params = z.object({ userid: Uuid })
const path = '/api/web/v1/users/:userid/userquestions'
const { view, edit } = callsOn('USERS')
const rules =
  'Refused: an answer given twice, one that stands in its question, the user id, one that is too simple.'

export const listOfferedQuestions = endpoint({
  ...view,
  path: '/api/web/v1/users/userquestions/:locale',
  params: z.object({ locale: KbaLocale }),
  answer: z.array(KbaQuestion),
  errors: [],
  summary: 'The questions that users may choose from in a language',
})

export const listUserQuestions = endpoint({
  ...view,
  path,
  params,
  answer: z.array(UserQuestion),
  errors: ['user_not_found'],
  summary: 'The questions that a user has answered',
})

export const addUserQuestions = endpoint({
  ...edit,
  method: 'POST',
  path,
  params,
  body: UserQuestionsChange,
  answer: z.array(UserQuestion),
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', ...answerErrors],
  audit: 'USER_QUESTIONS_SET',
  summary: 'Add questions and answers to a user’s',
  description: rules,
})

export const replaceUserQuestions = endpoint({
  ...edit,
  path,
  params,
  body: UserQuestionsChange,
  answer: z.array(UserQuestion),
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', ...answerErrors],
  audit: 'USER_QUESTIONS_SET',
  summary: 'Put questions and answers in the place of a user’s',
  description: rules,
})

export const deleteUserQuestions = endpoint({
  ...edit,
  method: 'DELETE',
  path,
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held'],
  audit: 'USER_QUESTIONS_DELETED',
  summary: 'Delete all questions of a user',
})

export const deleteUserQuestion = endpoint({
  ...edit,
  method: 'DELETE',
  path: `${path}/:id`,
  params: params.extend({ id: Uuid }),
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', 'not_found'],
  audit: 'USER_QUESTIONS_DELETED',
  summary: 'Delete one question of a user',
  description: 'With fewer than are asked nothing is asked any more.',
})

export const deleteKbaChallenge = endpoint({
  ...edit,
  method: 'DELETE',
  path: '/api/web/v1/users/:userid/kbachallenges',
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held'],
  audit: 'KBA_CHALLENGE_DELETED',
  summary: 'Forget which questions a user is being asked: others are chosen next time',
})
