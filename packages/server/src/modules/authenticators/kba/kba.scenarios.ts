import { buildPerson } from '../../../../testing/access/people.ts'
import { ownQuestionAsId } from '../../../security/sweep/asked-rows.ts'
import { questionsOf, withQuestions } from '../../../security/sweep/calls/authenticators.ts'
import { rowsOf } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { Scenario, World } from '../../../security/sweep/world.ts'

const onQuestions =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => {
    const { id, userId } = await buildPerson(world.ctx)
    const [first] = await withQuestions(world, id, userId)
    const params = { userid: id, id: first?.id ?? '' }
    return { params, ...(body === undefined ? {} : { body: body(world) }) }
  }

const questions = { userQuestions: [{ question: 'Which colour was it?', answer: 'ultramarine' }] }

export const scenarios: SubjectScenarios = {
  calls: {
    listOfferedQuestions: () => ({ params: { locale: 'en' } }),
    listUserQuestions: onQuestions(),
    addUserQuestions: onQuestions(() => ({
      userQuestions: [{ question: 'Another one?', answer: 'something else' }],
    })),
    replaceUserQuestions: onQuestions(questionsOf),
    deleteUserQuestions: onQuestions(),
    deleteUserQuestion: onQuestions(),
    deleteKbaChallenge: async (world) => {
      const given = await onQuestions()(world)
      const { userid, id } = given.params ?? {}
      await world.ctx.db
        .insertInto('kba_challenges')
        .values({
          tenant_id: world.ctx.tenant.id,
          user_id: userid ?? '',
          question_ids: [id ?? ''],
          created_at: world.ctx.platform.clock.now(),
        })
        .execute()
      return given
    },
  },
  ids: [{ under: '/api/web/v1/users/:userid/userquestions/', build: ownQuestionAsId }],
  bodyIds: {
    // Ids of a tenant's questions, one among several: tried with the module's own tests.
    addUserQuestions: null,
    replaceUserQuestions: null,
  },
  bodies: {
    addUserQuestions: questions,
    replaceUserQuestions: questions,
  },
  effects: {
    deleteKbaChallenge: rowsOf('kba_challenges'),
  },
  alteredBy: {
    listOfferedQuestions: ['createKbaQuestion'],
  },
}
