import {
  createKbaQuestion,
  deleteKbaQuestion,
  listKbaQuestions,
  updateKbaQuestion,
} from '@signet/contract/settings/kba-questions'
import type { Locale } from '@signet/rules/locales'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'

const keyOf = (locale: string) => ['settings', 'kba-questions', locale]

export const kbaQuestionsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: keyOf(locale),
    queryFn: ({ signal }) => call(listKbaQuestions, { params: { locale }, signal }),
  })

/** What an administrator does to the questions of a language; they are read anew after it. */
export const useQuestionDeeds = (locale: Locale) => {
  const client = useQueryClient()
  const then = async (deed: Promise<unknown>): Promise<void> => {
    await deed
    await client.invalidateQueries({ queryKey: keyOf(locale) })
  }
  return {
    add: (question: string) =>
      then(call(createKbaQuestion, { params: { locale }, body: { question } })),
    change: (id: string, question: string) =>
      then(call(updateKbaQuestion, { params: { locale, id }, body: { question } })),
    remove: (id: string) => then(call(deleteKbaQuestion, { params: { locale, id } })),
  }
}
