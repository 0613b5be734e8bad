import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import {
  createOidcApplication,
  updateOidcApplication,
} from '@signet/contract/applications/oidc-applications'
import { createRadiusApplication } from '@signet/contract/applications/radius-applications'
import { listWeakSettings, type WeakSetting } from '@signet/contract/operations/weak-settings'
import { updateFidoSettings } from '@signet/contract/settings/fido'
import { updateGeneralSettings } from '@signet/contract/settings/general'
import { createGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { updatePasswordSettings } from '@signet/contract/settings/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

type Row = z.input<typeof WeakSetting>

let test: TestApp
let as: string
let admin: Awaited<ReturnType<typeof buildAdmin>>
beforeAll(async () => {
  test = await startTestApp()
  admin = await buildAdmin(test.ctx)
  as = admin.token
})
afterAll(() => test.close())

const list = async (by = as): Promise<readonly Row[]> => {
  const answer = await test.call(listWeakSettings, { as: by })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.text)
}

const web = (change = {}) => ({
  name: 'Wiki',
  applicationType: 'OIDC_WEB' as const,
  redirectUris: ['https://wiki.example.test/callback'],
  ...change,
})

const idOf = (text: string): string => JSON.parse(text).application.id

describe('weak settings', () => {
  it('are none in a new tenant', { meta: { covers: ['S71'] } }, async () => {
    expect(await list()).toEqual([])
  })

  it('name a setting with its default, when it was set and by whom', {
    meta: { covers: ['S71'] },
  }, async () => {
    const before = test.clock.now().toISOString()
    await test.call(updatePasswordSettings, { as, body: { minimumLength: 8 } })
    const after = test.clock.now().toISOString()
    test.clock.advance(60_000)
    const other = await buildAdmin(test.ctx)
    await test.call(updatePasswordSettings, { as: other.token, body: { refuseCompromised: false } })
    const rows = await list()
    expect(rows.map(({ field }) => field).toSorted()).toEqual([
      'minimumLength',
      'refuseCompromised',
    ])
    expect(rows.find(({ field }) => field === 'minimumLength')).toEqual({
      id: 'SETTINGS:password:minimumLength',
      kind: 'SETTINGS',
      objectId: null,
      objectName: null,
      objectType: null,
      family: 'password',
      field: 'minimumLength',
      value: 8,
      default: 10,
      lowers: 'GUESSING',
      since: expect.any(String),
      changedBy: admin.userId,
    })
    const since = rows.find(({ field }) => field === 'minimumLength')?.since
    expect(String(since) >= before && String(since) <= after).toBe(true)
    expect(rows.find(({ field }) => field === 'refuseCompromised')?.changedBy).toBe(other.userId)
    await test.call(updatePasswordSettings, {
      as,
      body: { minimumLength: 12, refuseCompromised: true },
    })
    expect(await list()).toEqual([])
  })

  it('name the application, and go once it is as strong as the default', {
    meta: { covers: ['S71'] },
  }, async () => {
    const body = web({ pkceOptional: true, redirectUris: ['http://wiki.example.test/callback'] })
    const id = idOf((await test.call(createOidcApplication, { as, body })).text)
    const rows = await list()
    expect(rows.map(({ field, lowers }) => [field, lowers]).toSorted()).toEqual([
      ['pkceOptional', 'INTERCEPTION'],
      ['redirectUris', 'INTERCEPTION'],
    ])
    const switched = { kind: 'OIDC_APPLICATION', objectId: id, objectName: 'Wiki' }
    expect(rows[0]).toMatchObject({ ...switched, changedBy: admin.userId })
    expect(rows[0]?.since).not.toBeNull()
    await test.call(updateOidcApplication, {
      as,
      params: { id },
      body: web({ pkceOptional: false }),
    })
    expect(await list()).toEqual([])
  })

  it('are found in group policies, flows and RADIUS applications, too', {
    meta: { covers: ['S71'] },
  }, async () => {
    const group = await buildGroup(test.ctx)
    const settings = { tenant: { passwordAttempts: 6 }, fido: { userVerification: 'discouraged' } }
    await test.call(createGroupPolicy, {
      as,
      body: { name: 'Kiosk', groupIds: [group.id], settings },
    })
    await test.call(createRadiusApplication, {
      as,
      body: { name: 'VPN', requireMessageAuthenticator: false },
    })
    await test.call(createAuthenticationFlow, {
      as,
      body: {
        name: 'Quick',
        loginType: 'USER_LOGIN',
        firstFactors: ['PASSWORD'],
        secondFactor: 'NONE',
      },
    })
    const rows = await list()
    expect(
      rows.map(({ objectName, family, field }) => [objectName, family, field]).toSorted(),
    ).toEqual([
      ['Kiosk', 'fido', 'userVerification'],
      ['Kiosk', 'general', 'passwordAttempts'],
      ['Quick', null, 'secondFactor'],
      ['VPN', null, 'requireMessageAuthenticator'],
    ])
    expect(rows.every(({ changedBy }) => changedBy === admin.userId)).toBe(true)
  })

  it('leave out what the administrator may not see elsewhere', async () => {
    const some = await buildAdmin(test.ctx, { permissions: [['SETTINGS', 'VIEW']] })
    await test.call(updateFidoSettings, { as, body: { refuseCompromised: false } })
    await test.call(updateGeneralSettings, { as, body: { stepUpMillis: 3_600_000 } })
    const kinds = new Set((await list(some.token)).map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual(['GROUP_POLICY', 'SETTINGS'])
  })
})
