import {
  authenticateContactVerification,
  challengeContactVerification,
} from '@signet/contract/access/contact-verification'
import { completeSelfRegistration } from '@signet/contract/access/self'
import { updateVerificationSettings } from '@signet/contract/settings/verification'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../testing/access/mail.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { exampleOf } from '../../testing/example-value.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { sampled } from './sweep/sample.ts'
import { label } from './sweep/shapes.ts'

/*
 * Guard: `doors.expectOpen` in the pipeline (`app/open-endpoints.ts`), for every endpoint that is not
 * marked `whileDue`; `shapes.test.ts` asks it about all of them.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

type Due = 'registration_required' | 'verification_required'

/** A super administrator who has something to settle first: no permission keeps them out. */
const owing = async (due: Due) => {
  const admin = await buildAdmin(test.ctx)
  const email = `${admin.userId}@example.test`
  await test.ctx.db
    .updateTable('users')
    .set({ [due]: true, email })
    .where('id', '=', admin.id)
    .execute()
  return { ...admin, email }
}

const guarded = allRoutes.filter(({ endpoint }) => endpoint.actor !== 'public')
const closed = sampled(guarded.filter(({ endpoint }) => endpoint.whileDue !== true))

const call = ({ endpoint }: Route, as: string) =>
  test.call(endpoint, {
    as,
    params: endpoint.params === undefined ? {} : exampleOf(endpoint.params),
    body: endpoint.body === undefined ? undefined : exampleOf(endpoint.body),
  })

describe.each(['registration_required', 'verification_required'] as const)(
  'somebody with %s',
  (due) => {
    it('opens no endpoint but those that settle it', {
      meta: { covers: ['routing.registration-first', 'S48'], endpoints: closed.length },
    }, async () => {
      const { token } = await owing(due)
      for (const route of closed) {
        const { status, body } = await call(route, token)
        expect([status, body.errorCode], label(route)).toEqual([403, 'setup_required'])
      }
    })
  },
)

it('what settles it is a closed list', { meta: { covers: ['S48'] } }, () => {
  const open = guarded.filter(({ endpoint }) => endpoint.whileDue === true)
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'addOwnQuestions',
    'assignOwnGrid',
    'assignOwnToken',
    'authenticateContactVerification',
    'beginStepUp',
    'challengeContactVerification',
    'challengeOwnGrid',
    'completeOwnFidoRegistration',
    'completeOwnTokenActivation',
    'completeOwnTokenRegistration',
    'completeSelfRegistration',
    'confirmOwnToken',
    'createOwnGrid',
    'createOwnRecoveryCodes',
    'createOwnToken',
    'decideOidcConsent',
    'decideUserCode',
    'exportOwnGrid',
    'listBundles',
    'listOwnOfferedQuestions',
    'listOwnRoles',
    'logout',
    'mailOwnGrid',
    'readOwnAuthenticators',
    'readSelf',
    'readSelfRegistration',
    'readSelfSettings',
    'readSelfVerification',
    'readUpstreamSignOut',
    'readUserCode',
    'renewSession',
    'replaceOwnQuestions',
    'reportUiError',
    'startOwnFidoRegistration',
    'startOwnOfflineActivation',
    'startOwnTokenActivation',
  ])
})

describe('with what was due', () => {
  it('registered, everything opens at once', async () => {
    const { token } = await owing('registration_required')
    const done = await test.call(completeSelfRegistration, { as: token })
    expect(done.status, done.text).toBe(200)
    expect((await test.call(listOwnSessions, { as: token })).status).toBe(200)
  })

  it('proven, everything opens at once', async () => {
    const { token, email } = await owing('verification_required')
    const body = { attribute: 'email' }
    await test.call(challengeContactVerification, { as: token, body })
    const given = { ...body, response: await mailedCode(test, email) }
    await test.call(authenticateContactVerification, { as: token, body: given })
    expect((await test.call(listOwnSessions, { as: token })).status).toBe(200)
  })
})

describe('where the tenant has everybody prove their address', () => {
  const proven = (id: string) =>
    test.ctx.db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
  const switchOn = (as: string) =>
    test.call(updateVerificationSettings, { as, body: { verificationEnabled: true } })

  it('nobody goes on before, and who switched it on has done so', {
    meta: { covers: ['S48'] },
  }, async () => {
    const [admin, person] = [await buildAdmin(test.ctx), await buildAdmin(test.ctx)]
    const early = await switchOn(admin.token)
    expect([early.status, early.text]).toEqual([400, expect.stringContaining('prove_yours_first')])
    await proven(admin.id)
    expect((await switchOn(admin.token)).status).toBe(200)
    const held = await test.call(listOwnSessions, { as: person.token })
    expect(held.body.errorCode).toBe('setup_required')
    expect((await test.call(listOwnSessions, { as: admin.token })).status).toBe(200)
  })
})
