import {
  addOwnQuestions,
  deleteOwnQuestions,
  listOwnOfferedQuestions,
  readOwnKba,
  replaceOwnQuestions,
} from '@signet/contract/access/self-questions'
import {
  addUserQuestions,
  deleteUserQuestion,
  deleteUserQuestions,
  listOfferedQuestions,
  listUserQuestions,
  replaceUserQuestions,
} from '@signet/contract/authenticators/kba'
import { updateKbaSettings } from '@signet/contract/settings/kba'
import { createKbaQuestion, deleteKbaQuestion } from '@signet/contract/settings/kba-questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../testing/access/mail.ts'
import { buildPerson, fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let admin: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = (await buildAdmin(test.ctx)).token
  await set({ maximumNumberOfQuestions: 4 })
})
afterAll(() => test.close())

const set = (body: object) => test.call(updateKbaSettings, { as: admin, body })

const three = [
  { question: 'Where did you spend your first summer?', answer: 'Saint-Malo' },
  { question: 'What was your first pet called?', answer: 'Rex the Great' },
  { question: 'Which book did you like best?', answer: 'Middlemarch' },
]

const someone = async (email?: string) => {
  const user = await buildPerson(test.ctx, email === undefined ? {} : { email })
  return { user, as: await signInAs(test.ctx, user) }
}

describe('own questions', () => {
  it('are set up, shown without answers, replaced and deleted, and their person is told', async () => {
    const { as } = await someone('asked@example.test')
    const made = await test.call(addOwnQuestions, { as, body: { userQuestions: three } })
    expect(made.body).toMatchObject({ state: 'ACTIVE', maximumNumberOfQuestions: 4 })
    expect(made.text).not.toContain('Malo')
    await noticeTo(test, 'asked@example.test', /security questions/)
    const body = { userQuestions: three.toReversed() }
    const other = await test.call(replaceOwnQuestions, { as, body })
    expect(fieldOf(other.body, 'userQuestions')).toHaveLength(3)
    expect((await test.call(deleteOwnQuestions, { as })).status).toBe(204)
    expect((await test.call(readOwnKba, { as })).body).toMatchObject({ userQuestions: [] })
  })

  it('are kept as digests that tell nothing, each good for its question alone', async () => {
    const { user, as } = await someone()
    const { user: twin, as: twinAs } = await someone()
    await test.call(addOwnQuestions, { as, body: { userQuestions: three } })
    await test.call(addOwnQuestions, { as: twinAs, body: { userQuestions: three } })
    const rows = await test.ctx.db
      .selectFrom('user_questions')
      .selectAll()
      .where('user_id', 'in', [user.id, twin.id])
      .execute()
    expect(rows).toHaveLength(6)
    expect(JSON.stringify(rows)).not.toMatch(/malo|rex|middlemarch/i)
    expect(new Set(rows.map(({ answer_hmac }) => answer_hmac.toString('hex'))).size).toBe(6)
  })

  it.each([
    ['an answer given twice', [{ answer: 'saint malo' }, { answer: 'SAINT-MÂLO' }], 'repeated'],
    ['a word of the question', [{ answer: 'Summer' }], 'in_question'],
    ['an answer that is too short', [{ answer: 'xy' }], 'too_simple'],
    ['one sign again and again', [{ answer: 'zzzzz' }], 'too_simple'],
  ])('refuse %s', async (_, answers, fault) => {
    const { as } = await someone()
    const userQuestions = three.map((each, index) => ({ ...each, ...answers[index] }))
    const refused = await test.call(addOwnQuestions, { as, body: { userQuestions } })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(fault)
    expect((await test.call(readOwnKba, { as })).body).toMatchObject({ userQuestions: [] })
  })

  it('refuse the user id, a question twice, and an answer that another question has', async () => {
    const { user, as } = await someone()
    const [one, two] = three
    const add = (userQuestions: unknown) =>
      test.call(addOwnQuestions, { as, body: { userQuestions } })
    const named = await add([one, two, { question: 'Which name?', answer: user.userId }])
    expect(named.text).toContain('user_id')
    const twice = await add([one, two, { ...one, answer: 'Elsewhere' }])
    expect(twice.text).toContain('userQuestions.2.question')
    expect((await add(three)).status).toBe(200)
    const again = await add([{ question: 'And then?', answer: 'rex, the great!' }])
    expect(again.text).toContain('repeated')
  })

  it('are neither too few nor too many', async () => {
    const { as } = await someone()
    const few = await test.call(addOwnQuestions, { as, body: { userQuestions: three.slice(1) } })
    expect([few.status, few.body.code]).toEqual([400, 'kba_question_count'])
    await test.call(addOwnQuestions, { as, body: { userQuestions: three } })
    const more = await test.call(addOwnQuestions, { as, body: { userQuestions: three } })
    expect(more.body.code).toBe('kba_question_count')
  })

  it('are those of the tenant alone where it wants that, and none where it asks nobody', {
    meta: { covers: ['status.kba'] },
  }, async () => {
    const params = { locale: 'en' }
    const ids = await Promise.all(
      three.map(async ({ question }) => {
        const made = await test.call(createKbaQuestion, { as: admin, params, body: { question } })
        return String(made.body.id)
      }),
    )
    await set({ ownQuestions: false })
    const { user, as } = await someone()
    const own = await test.call(addOwnQuestions, { as, body: { userQuestions: three } })
    expect(own.text).toContain('not_offered')
    const offered = await test.call(listOwnOfferedQuestions, { as, query: { locale: 'en' } })
    expect(offered.text).toContain('first pet')
    const userQuestions = ids.map((questionId, index) => ({
      questionId,
      answer: three[index]?.answer,
    }))
    const strange = userQuestions.map((one) => ({ ...one, questionId: crypto.randomUUID() }))
    const refused = await test.call(addOwnQuestions, { as, body: { userQuestions: strange } })
    expect(refused.status).toBe(400)
    expect((await test.call(addOwnQuestions, { as, body: { userQuestions } })).status).toBe(200)
    for (const id of ids)
      await test.call(deleteKbaQuestion, { as: admin, params: { ...params, id } })
    const kept = await test.call(listUserQuestions, { as: admin, params: { userid: user.id } })
    expect(kept.text).toContain('first pet')
    await set({ ownQuestions: true, maximumNumberOfQuestions: 0 })
    expect((await test.call(readOwnKba, { as })).body).toMatchObject({ state: 'INACTIVE' })
    const inactive = await test.call(addOwnQuestions, { as, body: { userQuestions: three } })
    expect(inactive.body.code).toBe('kba_inactive')
    await set({ maximumNumberOfQuestions: 4 })
  })

  it('take a fresh proof', async () => {
    const { as } = await someone()
    test.clock.advance(11 * 60_000)
    const stale = await test.call(addOwnQuestions, { as, body: { userQuestions: three } })
    expect(stale.body.code).toBe('step_up_required')
    admin = (await buildAdmin(test.ctx)).token
  })
})

describe('an administrator', () => {
  it('sets questions up for a user, and takes one or all of them away', async () => {
    const { user } = await someone()
    const params = { userid: user.id }
    const body = { userQuestions: three }
    const made = await test.call(addUserQuestions, { as: admin, params, body })
    expect(made.body).toHaveLength(3)
    const id = String(fieldOf(made.body, '0', 'id'))
    await test.call(deleteUserQuestion, { as: admin, params: { ...params, id } })
    const gone = await test.call(deleteUserQuestion, { as: admin, params: { ...params, id } })
    expect(gone.status).toBe(404)
    const left = await test.call(listUserQuestions, { as: admin, params })
    expect(left.body).toHaveLength(2)
    expect((await test.call(replaceUserQuestions, { as: admin, params, body })).status).toBe(200)
    await test.call(deleteUserQuestions, { as: admin, params })
    expect((await test.call(listUserQuestions, { as: admin, params })).body).toEqual([])
    const offered = await test.call(listOfferedQuestions, { as: admin, params: { locale: 'de' } })
    expect(offered.body).toEqual([])
  })

  it('does neither for one who has more rights', async () => {
    const owner = await buildAdmin(test.ctx)
    const helper = await buildAdmin(test.ctx, { permissions: [['USERS', 'EDIT']] })
    const params = { userid: owner.id }
    const answer = await test.call(addUserQuestions, {
      as: helper.token,
      params,
      body: { userQuestions: three },
    })
    expect(answer.body.code).toBe('rights_not_held')
  })
})
