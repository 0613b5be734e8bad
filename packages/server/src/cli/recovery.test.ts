import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import { beginSetup } from '@signet/contract/access/setup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices, mailsTo } from '../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  sessionTokenOf,
  softToken,
} from '../../testing/access/people.ts'
import { signet } from '../../testing/cli/told.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { masterKey } from '../../testing/test-platform.ts'
import { recoveryCodes } from '../modules/authenticators/recovery-codes/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const newPassword = 'recovered phrase 77'

const recover = (userId: string, tenant = test.tenant) =>
  signet(
    {
      SIGNET_DATABASE_OWNER_URL: test.testDatabase.ownerUrl ?? '',
      SIGNET_MASTER_KEY: masterKey,
    },
    'recover-admin',
    userId,
    '--tenant',
    new URL(tenant.publicUrl).hostname,
  )

const administrator = (userId: string) =>
  buildPerson(test.ctx, { userId, email: `${userId}@example.test`, administrator: true })

const tokenIn = (link: string): string => new URL(link).pathname.replace('/setup/', '')

const begin = (link: string) =>
  test.call(beginSetup, {
    body: { setupToken: tokenIn(link), userId: 'anything', password: newPassword },
  })

const enrol = async (authToken: unknown) => {
  const params = { authenticator: 'TOKEN' }
  const begun = await test.call(startEnrollment, { params, body: { authToken } })
  const secret = String(fieldOf(begun.body, 'token', 'secret'))
  const response = softToken(test.ctx, '', secret === 'undefined' ? 'A' : secret).code()
  return test.call(completeEnrollment, { params, body: { authToken, response } })
}

const secondFactors = async (userId: string, password: string): Promise<unknown> => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return (await browser.prove('PASSWORD', password)).body.authenticators
}

const eventsOf = async (id: string): Promise<string[]> => {
  const rows = await test.ctx.db
    .selectFrom('audit_events')
    .select('action')
    .where('tenant_id', '=', test.tenant.id)
    .where('entity_id', '=', id)
    .where('actor_id', '=', 'cli:recover-admin')
    .execute()
  return rows.map(({ action }) => action)
}

describe('recover-admin', () => {
  it('prints a link that gives an administrator a new password and second factor', async () => {
    const lost = await administrator('lost')
    await administrator('other')
    await buildPerson(test.ctx, { email: 'bystander@example.test' })
    const former = await buildToken(test.ctx, lost.id)
    await test.ctx.transaction((ctx) =>
      recoveryCodes.createSet(ctx, { id: lost.id, name: lost.userId }),
    )
    const told = await recover('LOST')
    expect(told.status).toBe(0)
    expect(told.said).toMatch(/^http:\/\/t[0-9a-f]+\.localhost:8080\/setup\/[A-Za-z0-9_-]{22}$/)
    expect(told.warned).toContain('1 of 1 other administrators are told')
    expect(await eventsOf(lost.id)).toEqual(['SETUP_LINK_CREATED'])

    expect(await secondFactors('lost', goodPassword)).toEqual([
      { type: 'TOKEN' },
      { type: 'RECOVERY_CODE' },
    ])
    const done = await enrol((await begin(told.said)).body.authToken)
    sessionTokenOf(done.body)
    expect(await secondFactors('lost', newPassword)).toEqual([{ type: 'TOKEN' }])
    const browser = browserOf(test.call)
    await browser.query('lost')
    await browser.prove('PASSWORD', newPassword)
    expect((await browser.prove('TOKEN', former.code())).status).toBe(401)

    await deliverNotices(test)
    const subjects = (address: string) => mailsTo(test, address).map(({ subject }) => subject)
    const [notice] = mailsTo(test, 'other@example.test')
    expect(notice?.subject).toMatch(/^An administrator of .* is being recovered$/)
    expect(notice?.text).toContain('a link by which lost sets a new password')
    expect(subjects('bystander@example.test')).toEqual([])
    expect(subjects('lost@example.test').join()).toMatch(/authenticator app was removed/)
    expect(subjects('lost@example.test').join()).toMatch(/recovery codes .* were removed/)
  })

  it('makes a link that works once', async () => {
    await administrator('again')
    const { said } = await recover('again')
    await enrol((await begin(said)).body.authToken)
    expect((await begin(said)).body.code).toBe('setup_link_invalid')
  })

  it('refuses who is unknown, no administrator, disabled or locked, and tells nobody', async () => {
    await deliverNotices(test)
    const before = mailsTo(test, 'other@example.test').length
    const plain = await buildPerson(test.ctx, { userId: 'plain' })
    const disabled = await administrator('disabled')
    const locked = await administrator('locked')
    const change = (id: string, to: { state?: 'INACTIVE'; locked?: boolean }) =>
      test.ctx.db
        .updateTable('users')
        .set(to)
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', id)
        .execute()
    await change(disabled.id, { state: 'INACTIVE' })
    await change(locked.id, { locked: true })
    const refusals: readonly (readonly [string, string])[] = [
      ['nobody', 'Nobody here has the user id nobody'],
      [plain.userId, 'plain is no administrator: an administrator can help'],
      ['disabled', 'disabled is not active'],
      ['locked', 'locked was locked by an administrator'],
    ]
    for (const [userId, reason] of refusals) {
      const { status, said, warned } = await recover(userId)
      expect([status, said, warned]).toEqual([1, '', reason])
    }
    await deliverNotices(test)
    expect(mailsTo(test, 'other@example.test')).toHaveLength(before)
  })

  it('makes a link that lets nobody in who was disabled meanwhile', async () => {
    const gone = await administrator('gone')
    const { said } = await recover('gone')
    await test.ctx.db
      .updateTable('users')
      .set({ state: 'INACTIVE' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', gone.id)
      .execute()
    const done = await enrol((await begin(said)).body.authToken)
    expect(done.body.code).toBe('user_invalid_state')
  })

  it('refuses a tenant that is not there, and finds nobody of another tenant', async () => {
    const other = await test.otherTenant()
    expect((await recover('lost', other.tenant)).warned).toContain('Nobody here')
    const nowhere = { ...test.tenant, publicUrl: 'http://nowhere.localhost' }
    expect((await recover('lost', nowhere)).warned).toBe('No tenant answers at nowhere.localhost')
  })

  it('makes a link that works for 24 hours', async () => {
    await administrator('late')
    const { said } = await recover('late')
    test.clock.advance(24 * 3_600_000)
    expect((await begin(said)).body.code).toBe('setup_link_invalid')
  })
})
