import {
  createKbaQuestion,
  deleteKbaQuestion,
  listKbaQuestions,
  readKbaQuestion,
  updateKbaQuestion,
} from '@signet/contract/settings/kba-questions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { eventDetail } from '../../../../testing/event-detail.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const locale = 'en'
const offer = (question: string, of = locale) =>
  test.call(createKbaQuestion, { as, params: { locale: of }, body: { question } })
const offered = async (question: string) => {
  const { body } = await offer(question)
  return { locale, id: String(body.id) }
}

describe('a question that a tenant offers', () => {
  it('is created, changed under its ETag and deleted', async () => {
    const params = await offered('What was your first pet called?')
    const body = { question: 'What was your first dog called?' }
    const headers = { 'if-match': '"1"' }
    const changed = await test.call(updateKbaQuestion, { as, params, body, headers })
    expect([changed.headers.etag, changed.body.question]).toEqual(['"2"', body.question])
    const event = { action: 'KBA_QUESTION_UPDATED', entityId: params.id }
    const { before, after } = await eventDetail(test.ctx, event)
    expect(before).toEqual({ locale, question: 'What was your first pet called?' })
    expect(after).toEqual({ locale, ...body })
    const late = await test.call(deleteKbaQuestion, { as, params, headers })
    expect(late.status).toBe(412)
    expect((await test.call(readKbaQuestion, { as, params })).body).toMatchObject(body)
    expect((await test.call(deleteKbaQuestion, { as, params })).status).toBe(204)
    expect((await test.call(readKbaQuestion, { as, params })).body.errorCode).toBe('not_found')
  })

  it('is unique in its language, whatever the case and punctuation', async () => {
    await offer('Where did you grow up?')
    const fields = [{ path: 'body.question', message: 'named_twice' }]
    const again = await offer('where did you GROW UP')
    expect([again.status, again.body.errorCode]).toEqual([400, 'invalid_parameters'])
    expect(again.body).toMatchObject({ fields })
    const params = await offered('Which school did you attend?')
    const body = { question: 'Where did you grow up' }
    const changed = await test.call(updateKbaQuestion, { as, params, body })
    expect(changed.body).toMatchObject({ errorCode: 'invalid_parameters', fields })
    expect((await offer('Where did you grow up?', 'fr')).status).toBe(201)
  })

  it('is not found under another language', async () => {
    const params = { ...(await offered('Who taught you to swim?')), locale: 'fr' }
    const body = { question: 'Who taught you to sail?' }
    const answers = await Promise.all([
      test.call(readKbaQuestion, { as, params }),
      test.call(updateKbaQuestion, { as, params, body }),
      test.call(deleteKbaQuestion, { as, params }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const listed = await test.call(listKbaQuestions, { as, params: { locale } })
    expect(listed.text).toContain('Who taught you to swim?')
  })
})
