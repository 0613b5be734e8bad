import { putMagicLink } from '@signet/contract/authenticators/magic-links'
import { notifyUserPassword } from '@signet/contract/authenticators/passwords'
import { listEmailMessages } from '@signet/contract/settings/email-messages'
import { confirmEmailArrival, readEmailState } from '@signet/contract/settings/email-state'
import { updateEmailTemplate } from '@signet/contract/settings/email-templates'
import { testEmailServer, updateEmailServer } from '@signet/contract/settings/emailserver'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import type { Need } from '@signet/rules/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { sendMail } from '../email-messages/index.ts'

let test: TestApp
/** As they are when the operator has set up no server, outside of development. */
let serverless: Mailer
beforeAll(async () => {
  test = await startTestApp()
  const { config, outbound, clock, ids } = test.platform
  const plain = { ...config, development: false, smtpUrl: null }
  serverless = createMailer({ config: plain, outbound, clock, ids })
})
afterAll(() => test.close())

/** A fresh tenant with an administrator. */
const someTenant = async () => {
  const tenant = await test.otherTenant()
  const { token: as } = await buildAdmin(tenant.ctx)
  const state = async () => (await tenant.call(readEmailState, { as })).body
  const confirm = (code: string) => tenant.call(confirmEmailArrival, { as, body: { code } })
  const trial = async () => {
    const answer = await tenant.call(testEmailServer, { as })
    expect(answer.status, answer.text).toBe(200)
    return test.outbox()[0]
  }
  return { ...tenant, as, state, confirm, trial }
}

/** Runs something on a server that has nowhere to send email to. */
const withoutServer = async <T>(run: () => Promise<T>): Promise<T> => {
  const { platform } = test
  const { mailer } = platform
  Object.assign(platform, { mailer: serverless })
  try {
    return await run()
  } finally {
    Object.assign(platform, { mailer })
  }
}

const ownServer = {
  enabled: true,
  host: '127.0.0.1',
  authentication: 'PASSWORD',
  user: 'signet',
  fromAddress: 'no-reply@acme.example',
  secrets: { password: 'one' },
}

/** How many wait for a table at present. */
const waitingFor = async ({ db }: Context, table: string): Promise<number> => {
  const { rows } = await sql<{ waiting: string }>`select count(*) as waiting from pg_locks
    where not granted and relation = ${table}::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return Number(rows[0]?.waiting)
}

const codeIn = (text = ''): string => /^(\d{6})$/m.exec(text)?.[1] ?? ''

const send = ({ ctx }: TestTenant, rest: { userId?: string } = {}) =>
  sendMail(ctx, {
    id: test.platform.ids.uuid(),
    type: 'newDevice',
    to: 'ann@example.test',
    locale: 'en',
    values: { name: 'Ann', at: 'now', address: '::1', browser: 'Firefox' },
    isLast: false,
    ...rest,
  }).catch((error: unknown) => error)

describe('whether a test email arrived', () => {
  it('is known once the code in it is given', async () => {
    const { state, trial, confirm } = await someTenant()
    expect(await state()).toEqual({ source: 'OUTBOX', test: null, failedLastDay: 0 })
    const mail = await trial()
    const code = codeIn(mail?.text)
    expect(mail?.text).toContain(`/#/settings/email?arrived=${code}`)
    expect(await state()).toMatchObject({ test: { taken: true, arrivedAt: null } })
    const answer = await confirm(code)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ test: { arrivedAt: expect.any(String) } })
    expect(await state()).toEqual(answer.body)
  })

  it('is known too where the code is given before the server has answered', async () => {
    const { state, trial, confirm } = await someTenant()
    const { platform } = test
    const { mailer } = platform
    const sending: Mailer['send'] = async (message) => {
      const taken = await mailer.send(message)
      expect((await confirm(codeIn(message.text))).status).toBe(200)
      return taken
    }
    Object.assign(platform, { mailer: { ...mailer, send: sending } })
    try {
      await trial()
    } finally {
      Object.assign(platform, { mailer })
    }
    expect(await state()).toMatchObject({ test: { taken: true, arrivedAt: expect.any(String) } })
  })

  it('counts for the server that it went through, whatever is saved before it leaves', async () => {
    const { call, as, ctx, state } = await someTenant()
    const [held, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = ctx.transaction(async (ctx) => {
      await sql`lock table email_tests in exclusive mode`.execute(ctx.db)
      held.resolve()
      await saved.promise
    })
    await held.promise
    const tested = call(testEmailServer, { as })
    // The settings are read; the email has not left.
    await expect.poll(() => waitingFor(ctx, 'email_tests')).toBe(1)
    await call(updateEmailServer, { as, body: ownServer })
    saved.resolve()
    await holding
    expect((await tested).body).toMatchObject({ sent: true, steps: [{ step: 'MESSAGE' }] })
    expect(await state()).toMatchObject({ source: 'TENANT', test: null })
  })

  it('is not shown by another code, nor by the code of an earlier test', async () => {
    const { state, trial, confirm } = await someTenant()
    const earlier = codeIn((await trial())?.text)
    const code = codeIn((await trial())?.text)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (const given of [wrong, earlier]) {
      expect((await confirm(given)).body.errorCode).toBe('email_test_code_invalid')
    }
    expect(await state()).toMatchObject({ test: { arrivedAt: null } })
  })

  it('stays known after a further test, until the server changes', async () => {
    const { call, as, state, trial, confirm } = await someTenant()
    await confirm(codeIn((await trial())?.text))
    await trial()
    expect(await state()).toMatchObject({ test: { arrivedAt: expect.any(String) } })
    await call(updateEmailServer, { as, body: ownServer })
    expect(await state()).toMatchObject({ source: 'TENANT', test: null })
    await call(testEmailServer, { as })
    expect(await state()).toMatchObject({ test: { taken: false, arrivedAt: null } })
    await call(updateEmailServer, { as, body: { fromName: 'Acme' } })
    expect(await state()).toMatchObject({ test: { taken: false } })
    await call(updateEmailServer, { as, body: { secrets: { password: 'two' } } })
    expect(await state()).toMatchObject({ source: 'TENANT', test: null })
  })

  it('can be confirmed where the tenant’s own template has neither code nor link', async () => {
    const { call, as, trial, confirm } = await someTenant()
    const params = { type: 'mailServerTest', locale: 'en' }
    const body = {
      ...params,
      subject: 'It works',
      body: '<mjml><mj-body><mj-section><mj-column><mj-text>Hello</mj-text></mj-column></mj-section></mj-body></mjml>',
      text: 'Hello',
    }
    expect((await call(updateEmailTemplate, { as, params, body })).status).toBe(200)
    const mail = await trial()
    const code = /\?arrived=(\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(mail?.html).toContain(`?arrived=${code}`)
    expect((await confirm(code)).status).toBe(200)
  })
})

describe('without an email server', () => {
  it('the state says so, and no test is sent', async () => {
    const { call, as, state } = await someTenant()
    await withoutServer(async () => {
      expect(await state()).toEqual({ source: 'NONE', test: null, failedLastDay: 0 })
      const answer = await call(testEmailServer, { as })
      expect(answer.body.errorCode).toBe('email_server_missing')
    })
  })

  it('emails are failed, and counted for a day', async () => {
    const tenant = await someTenant()
    const { call, as, state } = tenant
    await withoutServer(() => send(tenant))
    const { body } = await call(listEmailMessages, { as, body: {} })
    expect(body.results).toMatchObject([
      { state: 'FAILED', via: 'NONE', reply: 'no mail server is configured' },
    ])
    expect(await state()).toMatchObject({ failedLastDay: 1 })
    test.clock.advance(86_400_000 + 1000)
    const { token } = await buildAdmin(tenant.ctx)
    const later = await call(readEmailState, { as: token })
    expect(later.body).toMatchObject({ failedLastDay: 0 })
  })

  it('an administrator limited to a group counts the emails of its users alone', async () => {
    const tenant = await someTenant()
    const member = await buildUser(tenant.ctx)
    const { id } = await buildGroup(tenant.ctx, { members: [member.id] })
    await withoutServer(async () => {
      await send(tenant, { userId: member.id })
      await send(tenant)
    })
    const limited = await buildAdmin(tenant.ctx, { permissions: everyPermission, groupIds: [id] })
    const { body } = await tenant.call(readEmailState, { as: limited.token })
    expect(body).toMatchObject({ failedLastDay: 1 })
  })
})

describe('the state of email', () => {
  it.each<[string, Need, number]>([
    ['a help desk', ['USERS', 'VIEW'], 200],
    ['an administrator of applications', ['APPLICATIONS', 'VIEW'], 403],
  ])('is answered to %s with %j: %i', async (_who, need, status) => {
    const { ctx, call } = await someTenant()
    const { token } = await buildAdmin(ctx, { permissions: [need] })
    expect((await call(readEmailState, { as: token })).status).toBe(status)
  })
})

describe('a call whose only effect is an email', () => {
  it.each([
    ['a request to set a new password', notifyUserPassword, undefined],
    ['a magic link that is emailed', putMagicLink, { autoSend: true }],
  ] as const)('is rejected without an email server: %s', async (_name, endpoint, body) => {
    await test.platform.queue.start()
    const { call, as, ctx } = await someTenant()
    await call(updateMagicLinkSettings, { as, body: { enabled: true } })
    const { id: userid } = await buildPerson(ctx, { email: 'reached@example.test' })
    const ask = () => call(endpoint, { as, params: { userid }, ...(body && { body }) })
    expect((await withoutServer(ask)).body.errorCode).toBe('email_server_missing')
    expect((await ask()).status).toBeLessThan(300)
  })
})
