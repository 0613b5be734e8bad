import { isAtMostField } from '@signet/rules/numbers'
import { z } from 'zod'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

/** Questions that people answer about themselves. */
export const kbaFamily = family({
  name: 'kba',
  id: 'KbaSettings',
  fields: z.object({
    /** 0: nobody is asked anything, and nothing that was answered counts. */
    maximumNumberOfQuestions: z.int().min(0).max(20),
    /** Who sets questions up answers at least as many. */
    minimumNumberOfQuestions: z.int().min(2).max(20),
    /** How many of them have to be answered right, all of them. */
    questionsAsked: z.int().min(2).max(10),
    /** Whether people write questions of their own. */
    ownQuestions: z.boolean(),
    /** Letters and digits of an answer at least. */
    minimumAnswerLength: z.int().min(2).max(20),
    /** Asked for in a password reset, after the mailed code, of who has no second factor. */
    passwordReset: z.boolean(),
  }),
  defaults: {
    maximumNumberOfQuestions: 0,
    minimumNumberOfQuestions: 3,
    questionsAsked: 2,
    ownQuestions: true,
    minimumAnswerLength: 3,
    passwordReset: true,
  },
  rule: ({ maximumNumberOfQuestions: most, minimumNumberOfQuestions: least, questionsAsked }) => [
    ...(most === 0 || isAtMostField(least, most)
      ? []
      : [{ path: 'minimumNumberOfQuestions', message: 'above_maximum_questions' }]),
    ...(isAtMostField(questionsAsked, least)
      ? []
      : [{ path: 'questionsAsked', message: 'above_minimum_questions' }]),
  ],
})

export const readKbaSettings = readSettings(kbaFamily, {
  summary: 'How people are asked what they know',
})

export const updateKbaSettings = updateSettings(kbaFamily, {
  breaksHeld: true,
  summary: 'Change how people are asked what they know',
  description:
    'Counts hold for questions that are set up from then on; how many are asked holds at once.',
})
