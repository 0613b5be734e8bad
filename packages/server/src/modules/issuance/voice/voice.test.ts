import { listPrinters } from '@signet/contract/issuance/printers'
import {
  askVoice,
  deleteVoiceRegistration,
  exchangeVoiceToken,
  readVoicePrinters,
  readVoiceRegistration,
  registerVoiceAssistant,
} from '@signet/contract/issuance/voice'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import type { Need } from '@signet/rules/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { buildQuickPrinter, suffer } from '../../../../testing/issuance/print-jobs.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { findPrinter, look } from '../printers/index.ts'

let test: TestApp
let printerId: string
beforeAll(async () => {
  test = await startTestApp()
  printerId = await buildQuickPrinter(test.ctx)
})
afterAll(() => test.close())

const looking: Need[] = [['PRINTERS', 'VIEW']]
const somebody = (permissions = looking) => buildAdmin(test.ctx, { permissions })

type Person = Awaited<ReturnType<typeof buildAdmin>>
const register = async ({ token }: Person, query: Record<string, string> = {}) => {
  const { status, text, body } = await test.call(registerVoiceAssistant, { as: token, query })
  expect(status, text).toBe(200)
  return body
}
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
const exchange = (query: Record<string, string>) => test.call(exchangeVoiceToken, { query })
const byCode = (code: unknown) => exchange({ grant_type: 'authorization_code', code: String(code) })
const byRefresh = (refresh_token: string) =>
  exchange({ grant_type: 'refresh_token', refresh_token })
const linked = async (person: Person) => {
  const { status, text, body } = await byCode((await register(person)).code)
  expect(status, text).toBe(200)
  return Tokens.parse(body)
}
const printers = (as: string) => test.call(readVoicePrinters, { as })

describe('a voice assistant', () => {
  it('is linked by a code that is good once, and reads printers', {
    meta: { covers: ['issuance.voice-assistant'] },
  }, async () => {
    const person = await somebody()
    const { code, state } = await register(person, { state: 'x7', scope: 'printers' })
    expect(state).toBe('x7')
    const first = await byCode(code)
    expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'printers' })
    const { access_token } = Tokens.parse(first.body)
    const { text } = await printers(access_token)
    expect(text).toContain(printerId)
    const again = await byCode(code)
    expect([again.status, again.body.errorCode]).toEqual([401, 'invalid_user_response'])
    const { body } = await test.call(readVoiceRegistration, { as: person.token })
    expect(body).toMatchObject({ linked: true })
  })

  // Guard: `noteFailure` of linking.service.ts.
  it('has its wrong codes and tokens in the audit log, and a budget of them by address', async () => {
    const { token: as } = await buildAdmin(test.ctx)
    const good = await linked(await somebody())
    const wrong = 'w'.repeat(43)
    await byCode(wrong)
    const answers: number[] = []
    for (let times = 0; times < 70; times += 1) {
      answers.push((await byRefresh(wrong)).status)
      test.clock.advance(100)
    }
    expect(new Set(answers)).toEqual(new Set([401, 429]))
    expect(answers.at(-1)).toBe(429)
    expect((await byRefresh(good.refresh_token)).status).toBe(200)
    const body = { actions: ['REQUEST_REJECTED'] }
    const { body: page, text } = await test.call(listAuditEvents, { as, body })
    const reasons = [...Object(page.results)].map(({ attributes }) => attributes)
    for (const [reason, grant_type] of [
      ['CODE_INVALID', 'authorization_code'],
      ['TOKEN_INVALID', 'refresh_token'],
    ]) {
      const asked = { grant_type }
      expect(reasons).toContainEqual(expect.objectContaining({ door: 'API', reason, asked }))
    }
    expect(text).not.toContain(wrong)
    test.clock.advance(90_000)
  })

  it('tells of its printers what is asked', {
    meta: { covers: ['transport.fixed-voice-paths'] },
  }, async () => {
    const { access_token: as } = await linked(await somebody())
    await suffer(test.ctx, printerId, { fault: 'JAM' })
    const row = await findPrinter(test.ctx, printerId)
    if (row !== undefined) await look(test.ctx, row)
    const status = await test.call(askVoice, { as, query: { action: 'STATUS', printerId } })
    expect(status.body).toMatchObject([{ id: printerId, statusReasons: ['media-jam'] }])
    const low = await test.call(askVoice, { as, query: { action: 'SUPPLIES' } })
    expect(low.body).toEqual([])
    const none = { action: 'STATUS', printerId: crypto.randomUUID() }
    const missing = await test.call(askVoice, { as, query: none })
    expect(missing.body.errorCode).toBe('ISSUANCE_PRINTER_NOT_FOUND')
  })

  it('may do nothing else, whatever the person may', {
    meta: { covers: ['issuance.voice-assistant', 'S22'] },
  }, async () => {
    const { access_token: as } = await linked(await buildAdmin(test.ctx))
    for (const refused of [
      await test.call(listPrinters, { as }),
      await test.call(listAuditEvents, { as, body: {} }),
      await test.call(listOwnSessions, { as }),
      await test.call(registerVoiceAssistant, { as }),
      await test.call(deleteVoiceRegistration, { as }),
    ]) {
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
    }
  })

  it.each([
    [
      'right',
      async ({ id }: Person) => {
        const roles = test.ctx.db.deleteFrom('user_roles').where('user_id', '=', id)
        await roles.where('tenant_id', '=', test.tenant.id).execute()
      },
    ],
    [
      'account',
      async ({ id }: Person) => {
        const user = test.ctx.db.updateTable('users').set({ locked: true }).where('id', '=', id)
        await user.where('tenant_id', '=', test.tenant.id).execute()
      },
    ],
  ])(
    'loses sight with the person: of the %s',
    { meta: { covers: ['S13'] } },
    async (_what, lose) => {
      const person = await somebody()
      const { access_token, refresh_token } = await linked(person)
      expect((await printers(access_token)).status).toBe(200)
      await lose(person)
      expect((await printers(access_token)).status).toBe(403)
      expect((await byRefresh(refresh_token)).status).toBe(401)
    },
  )

  it('is given no token for whoever may not see printers', async () => {
    const { token } = await somebody([['GROUPS', 'VIEW']])
    expect((await test.call(registerVoiceAssistant, { as: token })).status).toBe(403)
  })
})

describe('tokens of a voice assistant', () => {
  it('are good for an hour, and each refresh token once', async () => {
    const person = await somebody()
    const first = await linked(person)
    test.clock.advance(3_600_000)
    expect((await printers(first.access_token)).status).toBe(401)
    const second = Tokens.parse((await byRefresh(first.refresh_token)).body)
    expect((await printers(second.access_token)).status).toBe(200)
    expect((await byRefresh(first.refresh_token)).status).toBe(401)
    // Whoever showed the former one has a copy: nobody has anything any more.
    expect((await printers(second.access_token)).status).toBe(401)
    expect((await byRefresh(second.refresh_token)).status).toBe(401)
  })

  it('are told of in the log when they are first given, and not each hour', async () => {
    const person = await somebody()
    let { refresh_token } = await linked(person)
    let lastHour = ''
    for (let hour = 0; hour < 3; hour += 1) {
      test.clock.advance(3_600_000)
      lastHour = test.clock.now().toISOString()
      refresh_token = Tokens.parse((await byRefresh(refresh_token)).body).refresh_token
    }
    const as = await signInAs(test.ctx, person)
    const { body } = await test.call(readVoiceRegistration, { as })
    expect(body).toMatchObject({ linked: true })
    expect(String(body.usedAt) >= lastHour, String(body.usedAt)).toBe(true)
    const { token } = await buildAdmin(test.ctx)
    const asked = { actions: ['VOICE_ASSISTANT_LINKED'], entityId: person.id }
    const told = await test.call(listAuditEvents, { as: token, body: asked })
    expect(told.body).toMatchObject({ results: [{ outcome: 'SUCCESS' }] })
  })

  it('end with the link, at once', async () => {
    const person = await buildAdmin(test.ctx, { permissions: looking })
    const { access_token, refresh_token } = await linked(person)
    const as = await signInAs(test.ctx, person)
    expect((await test.call(deleteVoiceRegistration, { as })).status).toBe(204)
    expect((await printers(access_token)).status).toBe(401)
    expect((await byRefresh(refresh_token)).status).toBe(401)
    const { body } = await test.call(readVoiceRegistration, { as })
    expect(body).toEqual({ linked: false, linkedAt: null, usedAt: null })
  })

  it('end where the person signs out everywhere', { meta: { covers: ['S13'] } }, async () => {
    const person = await buildAdmin(test.ctx, { permissions: looking })
    const { access_token, refresh_token } = await linked(person)
    test.clock.advance(3_600_000)
    await test.ctx.transaction((ctx) => endSessionsOf(ctx, person.id))
    expect((await printers(access_token)).status).toBe(401)
    expect((await byRefresh(refresh_token)).status).toBe(401)
  })

  it('are not given for a code from before the person signed out everywhere', async () => {
    const person = await buildAdmin(test.ctx, { permissions: looking })
    const { code } = await register(person)
    await test.ctx.transaction((ctx) => endSessionsOf(ctx, person.id))
    expect((await byCode(code)).status).toBe(401)
  })

  it('are not given for a code that was refused, that is late, or that another has replaced', async () => {
    const person = await buildAdmin(test.ctx, { permissions: looking })
    const replaced = await register(person)
    const refused = await register(person)
    expect((await byCode(replaced.code)).status).toBe(401)
    const none = await register(person, { error_description: 'no' })
    expect(none).toEqual({ code: null, expiresAt: null, state: null })
    expect((await byCode(refused.code)).status).toBe(401)
    const late = await register(person)
    test.clock.advance(600_000)
    expect((await byCode(late.code)).status).toBe(401)
    expect((await exchange({ grant_type: 'authorization_code' })).status).toBe(401)
  })

  it('of two that come with one code at once are given once', {
    meta: { covers: ['S11'] },
  }, async () => {
    const { code } = await register(await buildAdmin(test.ctx, { permissions: looking }))
    const statuses = (await Promise.all([byCode(code), byCode(code)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 401])
  })
})
