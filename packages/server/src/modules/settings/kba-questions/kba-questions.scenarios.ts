import { createKbaQuestion } from '@signet/contract/settings/kba-questions'
import { questionAsId } from '../../../security/sweep/asked-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario } from '../../../security/sweep/world.ts'

/** A question that is offered, and another text for it. */
const onQuestion =
  (body?: object): Scenario =>
  async ({ test, admin, ctx }) => {
    const question = `What is it, ${ctx.platform.ids.uuid()}?`
    const params = { locale: 'en' }
    const made = await test.call(createKbaQuestion, { as: admin.token, params, body: { question } })
    const place = { ...params, id: String(made.body.id) }
    return { params: place, ...(body === undefined ? {} : { body }) }
  }

const inEnglish = () => ({ params: { locale: 'en' } })

export const scenarios: SubjectScenarios = {
  calls: {
    listKbaQuestions: inEnglish,
    createKbaQuestion: ({ ctx }) => ({
      params: { locale: 'en' },
      body: { question: `What is it, ${ctx.platform.ids.uuid()}?` },
    }),
    readKbaQuestion: onQuestion(),
    updateKbaQuestion: onQuestion({ question: 'What was it?' }),
    deleteKbaQuestion: onQuestion(),
    readKbaSynonyms: inEnglish,
    updateKbaSynonyms: () => ({ params: { locale: 'en' }, body: { synonyms: [['street', 'st']] } }),
  },
  ids: [{ under: '/api/web/v1/settings/kba/questions/:locale/', build: questionAsId }],
}
