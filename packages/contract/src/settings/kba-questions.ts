import { abort } from '@signet/rules/abort'
import { normaliseAnswer } from '@signet/rules/answers'
import { locales } from '@signet/rules/locales'
import { hasNoSpaces } from '@signet/rules/text'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

export const KbaLocale = z.enum(locales)

/** A question that a tenant offers in one language. */
export const KbaQuestion = z
  .object({ id: Uuid, locale: KbaLocale, question: z.string(), createDate: Instant })
  .meta({ id: 'KbaQuestion' })

export const QuestionText = Line(200).refine(
  (text) => normaliseAnswer(text) !== '',
  'holds no letters',
)

export const KbaQuestionChange = z
  .object({ question: QuestionText })
  .meta({ id: 'KbaQuestionChange' })

const Word = z
  .string()
  .trim()
  .max(50, abort)
  .transform(normaliseAnswer)
  .refine((word) => word !== '' && hasNoSpaces(word), 'not_one_word')

const repeatedAt = (groups: readonly (readonly string[])[]): number => {
  const seen = new Set<string>()
  return groups.findIndex((group) =>
    group.some((word) => {
      const isRepeated = seen.has(word)
      seen.add(word)
      return isRepeated
    }),
  )
}

/** Each list holds words that count as the same in answers; no word stands in two. */
export const KbaSynonyms = z
  .object({ synonyms: z.array(z.array(Word).min(2).max(10, abort)).max(500, abort) })
  .superRefine(({ synonyms }, context) => {
    const at = repeatedAt(synonyms)
    if (at >= 0) {
      context.addIssue({ code: 'custom', path: ['synonyms', at], message: 'named_twice' })
    }
  })
  .meta({ id: 'KbaSynonyms' })

const path = '/api/web/v1/settings/kba'
const list = `${path}/questions/:locale`
const one = `${list}/:id`
const ofLocale = z.object({ locale: KbaLocale })
const ofOne = z.object({ locale: KbaLocale, id: Uuid })
const { view, edit } = callsOn('SETTINGS')

export const listKbaQuestions = endpoint({
  ...view,
  path: list,
  params: ofLocale,
  answer: z.array(KbaQuestion),
  errors: [],
  summary: 'The questions that are offered in a language',
})

export const createKbaQuestion = endpoint({
  ...edit,
  method: 'POST',
  path: list,
  params: ofLocale,
  body: KbaQuestionChange,
  answer: KbaQuestion,
  ordinary: 'wording',
  errors: ['invalid_parameters'],
  audit: 'KBA_QUESTION_CREATED',
  location: '/api/web/v1/settings/kba/questions/:locale/:id',
  summary: 'Offer another question in a language',
  description: 'At most 200 in each language.',
})

export const readKbaQuestion = endpoint({
  ...view,
  path: one,
  params: ofOne,
  answer: KbaQuestion,
  errors: ['not_found'],
  summary: 'Read a question that is offered',
})

export const updateKbaQuestion = endpoint({
  ...edit,
  path: one,
  params: ofOne,
  body: KbaQuestionChange,
  answer: KbaQuestion,
  ordinary: 'wording',
  errors: ['not_found', 'precondition_failed', 'invalid_parameters'],
  audit: 'KBA_QUESTION_UPDATED',
  summary: 'Change the wording of a question that is offered',
  description: 'Who has answered it goes on being asked in the words they answered to.',
})

export const deleteKbaQuestion = endpoint({
  ...edit,
  method: 'DELETE',
  path: one,
  params: ofOne,
  answer: noContent,
  ordinary: 'wording',
  errors: ['not_found', 'precondition_failed'],
  audit: 'KBA_QUESTION_DELETED',
  summary: 'No longer offer a question',
  description: 'Who has answered it goes on being asked.',
})

export const readKbaSynonyms = endpoint({
  ...view,
  path: `${path}/synonyms/:locale`,
  params: ofLocale,
  answer: KbaSynonyms,
  errors: [],
  summary: 'Words that count as the same in answers of a language',
})

export const updateKbaSynonyms = endpoint({
  ...edit,
  path: `${path}/synonyms/:locale`,
  params: ofLocale,
  body: KbaSynonyms,
  answer: KbaSynonyms,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'KBA_SYNONYMS_UPDATED',
  summary: 'Replace the words that count as the same in answers of a language',
  description: 'Holds for answers given from then on, to questions answered before, too.',
})
