import { kbaFamily } from '@signet/contract/settings/kba'
import type { Context } from '../../../kit/context.ts'
import { kba } from '../../../modules/authenticators/kba/index.ts'
import { settingsOf } from '../../../modules/settings/families/index.ts'
import { createKbaQuestion } from '../../../modules/settings/kba-questions/index.ts'
import type { Holder } from './holders.ts'

const offered = [
  { locale: 'en', question: 'What was the name of your first teacher?', answer: 'Miss Halloran' },
  { locale: 'en', question: 'In which street did you learn to ride a bicycle?', answer: 'Elm Row' },
  {
    locale: 'en',
    question: 'What did you want to become as a child?',
    answer: 'Lighthouse keeper',
  },
  { locale: 'de', question: 'Wie hieß Ihre erste Lehrerin?', answer: null },
  { locale: 'de', question: 'In welcher Straße lernten Sie Rad fahren?', answer: null },
] as const

/** Questions in two languages, and somebody who has answered some. */
export const insertQuestions = async (ctx: Context, holder: Holder): Promise<void> => {
  await settingsOf(kbaFamily).update(ctx, { body: { maximumNumberOfQuestions: 5 } })
  const userQuestions: { questionId: string; answer: string }[] = []
  for (const { locale, question, answer } of offered) {
    const { value } = await createKbaQuestion(ctx, locale, question)
    if (answer !== null) userQuestions.push({ questionId: value.id, answer })
  }
  await ctx.transaction((ctx) => kba.replace(ctx, holder('amelia.andersson'), { userQuestions }))
}
