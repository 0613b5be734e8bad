import * as contract from '@signet/contract/settings/kba-questions'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as questions from './kba-questions.service.ts'
import { readSynonyms, updateSynonyms } from './kba-synonyms.service.ts'

export const kbaQuestionsModule: Module = {
  routes: [
    routes(contract, {
      listKbaQuestions: (ctx, { params }) => questions.list(ctx, params.locale),
      createKbaQuestion: (ctx, { params, body }) =>
        questions.create(ctx, params.locale, body.question),
      readKbaQuestion: (ctx, { params }) => questions.read(ctx, params),
      updateKbaQuestion: (ctx, { params, body }) => questions.update(ctx, params, body.question),
      deleteKbaQuestion: (ctx, { params }) => questions.remove(ctx, params),
      readKbaSynonyms: (ctx, { params }) => readSynonyms(ctx, params.locale),
      updateKbaSynonyms: (ctx, { params, body }) =>
        updateSynonyms(ctx, params.locale, body.synonyms),
    }),
  ],
  openColumns: ['kba_questions.question_key'],
}
