import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import { assignOwnToken, confirmOwnToken } from '@signet/contract/access/own-hardware-tokens'
import {
  completeSelfRegistration,
  readSelf,
  readSelfRegistration,
} from '@signet/contract/access/self'
import { createOwnGrid, exportOwnGrid } from '@signet/contract/access/self-grids'
import { addOwnQuestions } from '@signet/contract/access/self-questions'
import { assignToken } from '@signet/contract/authenticators/hardware-tokens'
import { updateUser } from '@signet/contract/identity/users'
import { updateHardwareOathSettings } from '@signet/contract/settings/hardwareoath'
import { updateKbaSettings } from '@signet/contract/settings/kba'
import { updateRegistrationSettings } from '@signet/contract/settings/registration'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  sessionTokenOf,
  softToken,
} from '../../../../testing/access/people.ts'
import { buildStock, pressed } from '../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const day = 86_400_000

const asked = async (body: object): Promise<void> => {
  const answer = await test.call(updateRegistrationSettings, { as, body })
  expect(answer.status, answer.text).toBe(200)
}
const optional = { google: 'OPTIONAL', fido: 'OPTIONAL', entrustSoftToken: 'OPTIONAL' }
const nothing = { ...optional, registrationEnabled: true, registrationPeriod: null }

/** Somebody whom an administrator has told to register. */
const newcomer = async () => {
  const person = await buildPerson(test.ctx)
  const body = { registrationRequired: true }
  const answer = await test.call(updateUser, { as, params: { id: person.id }, body })
  expect(answer.status, answer.text).toBe(200)
  return person
}

const signIn = async (userId: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return browser.prove('PASSWORD', goodPassword)
}

describe('who has to register', () => {
  it('enrols a required second factor within the sign-in, and is done then', {
    meta: { covers: ['S2'] },
  }, async () => {
    await asked({ ...nothing, google: 'REQUIRED' })
    const person = await newcomer()
    const first = await signIn(person.userId)
    expect(first.body).toMatchObject({ requiredActions: ['ENROLL_SECOND_FACTOR'], session: null })
    const params = { authenticator: 'TOKEN' }
    const { authToken } = first.body
    const begun = await test.call(startEnrollment, { params, body: { authToken } })
    const secret = String(fieldOf(begun.body, 'token', 'secret'))
    const response = softToken(test.ctx, '', secret).code()
    const done = await test.call(completeEnrollment, { params, body: { authToken, response } })
    const own = sessionTokenOf(done.body)
    const standing = await test.call(readSelfRegistration, { as: own })
    expect(standing.body).toMatchObject({ registrationRequired: true, missing: [] })
    const completed = await test.call(completeSelfRegistration, { as: own })
    expect(completed.body).toMatchObject({ registrationRequired: false })
    expect((await test.call(readSelf, { as: own })).body.registrationRequired).toBe(false)
  })

  it('cannot finish while something is missing', { meta: { covers: ['S2'] } }, async () => {
    await asked({ ...nothing, google: 'REQUIRED', fido: 'REQUIRED' })
    const person = await newcomer()
    await buildToken(test.ctx, person.id)
    const own = await signInAs(test.ctx, person)
    const answer = await test.call(completeSelfRegistration, { as: own })
    expect(answer.body.errorCode).toBe('registration_incomplete')
    const { body } = await test.call(readSelfRegistration, { as: own })
    expect(body).toMatchObject({ registrationRequired: true, missing: ['fido'] })
  })

  it('is let in at once where everything is optional or nothing is asked for', async () => {
    await asked(nothing)
    const person = await newcomer()
    expect((await signIn(person.userId)).body.authenticationCompleted).toBe(true)
    await asked({ google: 'REQUIRED', registrationEnabled: false })
    const { body } = await signIn(person.userId)
    expect(body.authenticationCompleted).toBe(true)
    const self = await test.call(readSelf, { as: sessionTokenOf(body) })
    expect(self.body.registrationRequired).toBe(false)
  })
})

describe('a registration of what people have or know', () => {
  const off = { grid: 'OPTIONAL', hardwareToken: 'OPTIONAL', kba: 'OPTIONAL' }
  const standingOf = async (own: string) =>
    (await test.call(readSelfRegistration, { as: own })).body
  afterEach(() => asked({ ...nothing, ...off }))

  it('asks for a grid card until there is one, which is made while nothing else is open', async () => {
    await asked({ ...nothing, grid: 'REQUIRED' })
    const own = await signInAs(test.ctx, await newcomer())
    expect(await standingOf(own)).toMatchObject({ missing: ['grid'] })
    const refused = await test.call(completeSelfRegistration, { as: own })
    expect(refused.body.errorCode).toBe('registration_incomplete')
    const made = await test.call(createOwnGrid, { as: own, body: {} })
    expect(made.status, made.text).toBe(200)
    const params = { gridid: String(made.body.id) }
    const printed = await test.call(exportOwnGrid, { as: own, params, query: { format: 'CARD' } })
    expect(printed.status).toBe(200)
    expect(await standingOf(own)).toMatchObject({ missing: [] })
    expect((await test.call(completeSelfRegistration, { as: own })).status).toBe(200)
  })

  it('asks for a hardware token, which no app stands for', async () => {
    await asked({ ...nothing, google: 'REQUIRED', hardwareToken: 'REQUIRED' })
    const person = await newcomer()
    const own = await signInAs(test.ctx, person)
    await buildToken(test.ctx, person.id)
    expect(await standingOf(own)).toMatchObject({ missing: ['hardwareToken'] })
    const refused = await test.call(completeSelfRegistration, { as: own })
    expect(refused.body.errorCode).toBe('registration_incomplete')
    expect((await test.call(listOwnSessions, { as: own })).body.errorCode).toBe('setup_required')
    const { serial } = await buildStock(test.ctx)
    const body = { serialNumber: serial, response: pressed(0) }
    const taken = await test.call(assignOwnToken, { as: own, body })
    expect(taken.status, taken.text).toBe(200)
    expect(await standingOf(own)).toMatchObject({ missing: [] })
    expect((await test.call(completeSelfRegistration, { as: own })).status).toBe(200)
    expect((await test.call(listOwnSessions, { as: own })).status).toBe(200)
  })

  it('takes a token for one once its owner has shown a code of it', async () => {
    await asked({ ...nothing, hardwareToken: 'REQUIRED' })
    await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: true } })
    const person = await newcomer()
    const own = await signInAs(test.ctx, person)
    const params = { tokenid: (await buildStock(test.ctx)).id }
    await test.call(assignToken, { as, params, body: { userId: person.id } })
    expect(await standingOf(own)).toMatchObject({ missing: ['hardwareToken'] })
    await test.call(confirmOwnToken, { as: own, params, body: { response: pressed(0) } })
    expect(await standingOf(own)).toMatchObject({ missing: [] })
    await test.call(updateHardwareOathSettings, { as, body: { confirmReceipt: false } })
  })

  it('asks for as many answers as the settings want', async () => {
    await test.call(updateKbaSettings, { as, body: { maximumNumberOfQuestions: 5 } })
    await asked({ ...nothing, kba: 'REQUIRED' })
    const own = await signInAs(test.ctx, await newcomer())
    expect(await standingOf(own)).toMatchObject({ missing: ['kba'] })
    const userQuestions = ['First street?', 'First teacher?', 'First concert?'].map(
      (question, index) => ({ question, answer: `answer number ${index}` }),
    )
    const answered = await test.call(addOwnQuestions, { as: own, body: { userQuestions } })
    expect(answered.status, answered.text).toBe(200)
    expect(await standingOf(own)).toMatchObject({ missing: [] })
  })

  it('is not to be demanded where people have no way to it, and holds nobody up once it is closed', async () => {
    await asked({ ...nothing, hardwareToken: 'REQUIRED' })
    const own = await signInAs(test.ctx, await newcomer())
    expect(await standingOf(own)).toMatchObject({ missing: ['hardwareToken'] })
    const closed = { as, body: { selfAssignment: false } }
    expect((await test.call(updateHardwareOathSettings, closed)).status).toBe(200)
    expect(await standingOf(own)).toMatchObject({ missing: [] })
    await asked({ ...nothing, hardwareToken: 'OPTIONAL' })
    const body = { hardwareToken: 'REQUIRED' }
    const refused = await test.call(updateRegistrationSettings, { as, body })
    const path = 'body.hardwareToken'
    expect(refused.body.fields).toEqual([{ path, message: 'not_available_yet' }])
    await test.call(updateHardwareOathSettings, { as, body: { selfAssignment: true } })
  })
})

describe('the time to register', () => {
  it('begins when an administrator asks for it, not with the account, and begins anew so', {
    meta: { covers: ['registration.period'] },
  }, async () => {
    const person = await buildPerson(test.ctx)
    test.clock.advance(10 * day)
    const fresh = (await buildAdmin(test.ctx)).token
    const period = { ...nothing, registrationPeriod: 2 * day }
    await test.call(updateRegistrationSettings, { as: fresh, body: period })
    const ask = (token: string, registrationRequired: boolean) =>
      test.call(updateUser, {
        as: token,
        params: { id: person.id },
        body: { registrationRequired },
      })
    await ask(fresh, true)
    test.clock.advance(day)
    const inTime = await signIn(person.userId)
    expect(inTime.body.authenticationCompleted).toBe(true)
    test.clock.advance(day)
    const later = await signIn(person.userId)
    expect(later.body.errorCode).toBe('registration_expired')
    const again = (await buildAdmin(test.ctx)).token
    await ask(again, false)
    await ask(again, true)
    expect((await signIn(person.userId)).body.authenticationCompleted).toBe(true)
  })

  it('being over is told to nobody without the password', async () => {
    const fresh = (await buildAdmin(test.ctx)).token
    const person = await buildPerson(test.ctx)
    const params = { id: person.id }
    await test.call(updateUser, { as: fresh, params, body: { registrationRequired: true } })
    test.clock.advance(3 * day)
    const browser = browserOf(test.call)
    await browser.query(person.userId)
    const wrong = await browser.prove('PASSWORD', 'something else')
    expect(wrong.body.errorCode).toBe('invalid_user_response')
  })
})
