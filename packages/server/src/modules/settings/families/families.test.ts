import { family } from '@signet/contract/kit/settings-family'
import {
  readBlacklistedPasswords,
  updateBlacklistedPasswords,
} from '@signet/contract/settings/blacklistedpasswords'
import {
  passwordFamily,
  readPasswordSettings,
  updatePasswordSettings,
} from '@signet/contract/settings/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../testing/test-platform.ts'
import { findFamily } from './families.repository.ts'
import { readSecrets, sealedSettingsOf, settings } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const change = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  test.call(updatePasswordSettings, { as, body, headers })
const etagOf = ({ headers }: Answer): string => String(headers.etag)

describe('a family of settings', () => {
  it('has its defaults until somebody sets it', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const read = await other.call(readPasswordSettings, { as: token })
    expect(read.body).toEqual(passwordFamily.defaults)
    expect(etagOf(read)).toBe('"0"')
  })

  it('keeps what is left out, and tells its version', async () => {
    await change({ minimumLength: 12 })
    const after = await change({ digit: 'REQUIRED' })
    expect(after.body).toMatchObject({ minimumLength: 12, digit: 'REQUIRED', historySize: 5 })
    const read = await test.call(readPasswordSettings, { as })
    expect(read.body).toEqual(after.body)
    expect(etagOf(read)).toBe(etagOf(after))
  })

  it.each([
    ['below its bounds', { minimumLength: 7 }, 'body.minimumLength'],
    ['above its bounds', { historySize: 25 }, 'body.historySize'],
    ['of another kind', { refuseCompromised: 'yes' }, 'body.refuseCompromised'],
    ['that does not exist', { minimumLenght: 12 }, 'body.minimumLenght'],
    [
      'that does not go with the others',
      {
        digit: 'NOT_ALLOWED',
        lowercase: 'NOT_ALLOWED',
        uppercase: 'NOT_ALLOWED',
        special: 'NOT_ALLOWED',
      },
      'body.special',
    ],
    [
      'that does not go with what stands there',
      { minimumAgeMillis: 86_400_000, maximumAgeMillis: 3_600_000 },
      'body.minimumAgeMillis',
    ],
  ])('refuses a field %s and changes nothing', async (_case, body, path) => {
    const before = await test.call(readPasswordSettings, { as })
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([expect.objectContaining({ path })])
    expect(etagOf(await test.call(readPasswordSettings, { as }))).toBe(etagOf(before))
  })

  it('tells who was faster', async () => {
    const stale = etagOf(await test.call(readPasswordSettings, { as }))
    const faster = await buildAdmin(test.ctx)
    await test.call(updatePasswordSettings, { as: faster.token, body: { historySize: 3 } })
    const answer = await change({ historySize: 4 }, { 'if-match': stale })
    expect(answer.status).toBe(412)
    expect(answer.body.parameters).toEqual({ changedBy: faster.userId })
    expect(answer.headers.etag).not.toBe(stale)
  })

  it('counts changes made at the same time one by one', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const sizes = [1, 2, 3, 4, 5, 6]
    const answers = await Promise.all(
      sizes.map((historySize) =>
        other.call(updatePasswordSettings, {
          as: token,
          body: { historySize },
          headers: { 'if-match': '"0"' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412, 412])
  })

  it('is one tenant’s alone', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    await change({ minimumLength: 20 })
    const read = await other.call(readPasswordSettings, { as: token })
    expect(read.body.minimumLength).toBe(passwordFamily.defaults.minimumLength)
    expect((await settings.password(other.ctx)).minimumLength).toBe(10)
  })

  it('is read anew at once here, and within a second on another node', async () => {
    const { platform } = await createTestPlatform(test.testDatabase.database)
    const elsewhere = { ...test.ctx, platform }
    await settings.password(elsewhere)
    await change({ minimumLength: 14 })
    expect((await settings.password(test.ctx)).minimumLength).toBe(14)
    await expect.poll(async () => (await settings.password(elsewhere)).minimumLength).toBe(14)
    expect(settings.password.lastRead(elsewhere).minimumLength).toBe(14)
  })

  it('falls back to its default where an earlier release wrote what does not fit', async () => {
    const other = await test.otherTenant()
    const value = JSON.stringify({ minimumLength: 3, historySize: 9, gone: true })
    await other.ctx.db
      .insertInto('settings')
      .values({ tenant_id: other.tenant.id, family: 'password', value, updated_at: new Date() })
      .execute()
    const read = await settings.password(other.ctx)
    expect(read).toEqual({ ...passwordFamily.defaults, historySize: 9 })
  })

  it('is noted with what changed alone, long lists by their length', async () => {
    const words = Array.from({ length: 60 }, (_none, index) => `word-${index}`)
    const answer = await test.call(updateBlacklistedPasswords, { as, body: { words } })
    expect((await test.call(readBlacklistedPasswords, { as })).body.words).toHaveLength(60)
    const { detail } = await test.ctx.db
      .selectFrom('audit_details')
      .select('detail')
      .where('tenant_id', '=', test.tenant.id)
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .executeTakeFirstOrThrow()
    const noted = JSON.parse(detail)
    expect(noted.before).toEqual({ words: [] })
    expect(noted.after).toEqual({ words: { length: 60 } })
  })
})

const courier = family({
  name: 'courier',
  id: 'Courier',
  fields: z.object({ host: z.string().max(50), port: z.int().min(1).max(65_535) }),
  defaults: { host: '', port: 25 },
  secrets: ['password', 'token'],
  clearsSecrets: ['host'],
})

describe('a family with secrets', () => {
  const { read, update } = sealedSettingsOf(courier)
  const stored = async () => findFamily(test.ctx, courier.name)

  it('keeps them sealed, tells which are present, and opens them for the service', async () => {
    const body = { host: 'mail.example', secrets: { password: 'hunter2-canary', token: 't' } }
    const { value } = await update(test.ctx, { body })
    expect(value).toEqual({ host: 'mail.example', port: 25, secretsPresent: ['password', 'token'] })
    expect((await read(test.ctx)).value).toEqual(value)
    const row = await stored()
    expect(JSON.stringify([row?.value, row?.sealed?.toString('latin1')])).not.toContain('canary')
    expect(await readSecrets(test.ctx, courier)).toEqual({ password: 'hunter2-canary', token: 't' })
  })

  it('keeps those left out and takes away those given as null', async () => {
    await update(test.ctx, { body: { secrets: { password: 'one', token: 'two' } } })
    const { value } = await update(test.ctx, { body: { port: 587, secrets: { token: null } } })
    expect(value.secretsPresent).toEqual(['password'])
    expect(await readSecrets(test.ctx, courier)).toEqual({ password: 'one' })
  })

  it('loses them with the host they were meant for, but for those given anew', async () => {
    await update(test.ctx, { body: { secrets: { password: 'one', token: 'two' } } })
    await update(test.ctx, { body: { host: 'evil.example', secrets: { token: 'three' } } })
    expect(await readSecrets(test.ctx, courier)).toEqual({ token: 'three' })
  })

  it('writes none of them to the audit log', async () => {
    await update(test.ctx, { body: { secrets: { password: 'audit-canary' } } })
    const rows = await test.ctx.db.selectFrom('audit_details').select('detail').execute()
    expect(JSON.stringify(rows)).not.toContain('canary')
    expect(JSON.stringify(rows)).toContain('secretsGiven')
  })
})
