import { queryAuthenticators } from '@signet/contract/access/authentication'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCall } from '../../testing/call.ts'
import { signet } from '../../testing/cli/told.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { masterKey } from '../../testing/test-platform.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const hostname = () => new URL(test.tenant.publicUrl).hostname

const tenantUrl = (...words: readonly string[]) =>
  signet(
    { SIGNET_DATABASE_OWNER_URL: test.testDatabase.ownerUrl ?? '', SIGNET_MASTER_KEY: masterKey },
    'tenant',
    'url',
    hostname(),
    ...words,
  )

const publicUrl = async (): Promise<string> => {
  const row = await test.ctx.db
    .selectFrom('tenants')
    .select('public_url')
    .where('tenant_id', '=', test.tenant.id)
    .executeTakeFirstOrThrow()
  return row.public_url
}

const answersAt = async (host: string): Promise<number> =>
  (await createCall(test.app, host)(queryAuthenticators, { body: { userId: 'x' } })).status

const issuerAt = async (host: string): Promise<unknown> => {
  const url = '/api/oidc/.well-known/openid-configuration'
  return (await test.app.inject({ url, headers: { host } })).json().issuer
}

describe('tenant url', () => {
  it('tells what a change means and changes nothing without --yes', async () => {
    const { status, said, warned } = await tenantUrl('https://login.acme.example')
    expect([status, said]).toEqual([1, ''])
    expect(warned).toContain('Passkeys belong to a host')
    expect(warned).toContain('https://login.acme.example/api/oidc')
    expect(warned).toContain('Nothing was changed')
    expect(await publicUrl()).toBe(test.tenant.publicUrl)
    expect(await answersAt('login.acme.example')).toBe(404)
  })

  it('says nothing of passkeys when only the port changes', async () => {
    const { warned } = await tenantUrl(`http://${hostname()}:9090`)
    expect(warned).not.toContain('Passkeys')
  })

  it.each([
    ['ftp://acme.example', 'must be an http or https URL'],
    ['https://acme.example/path', 'of scheme, host and port only'],
    ['https://acme.example/?tenant=a', 'of scheme, host and port only'],
    ['https://acme.example/#a', 'of scheme, host and port only'],
    ['http://acme.example', 'must begin with https://'],
  ])('refuses %s', async (url, reason) => {
    const { status, warned } = await tenantUrl(url, '--yes')
    expect([status, warned]).toEqual([1, expect.stringContaining(reason)])
  })

  it('refuses the host of another tenant', async () => {
    const { tenant } = await test.otherTenant()
    const { status, warned } = await tenantUrl(tenant.publicUrl, '--yes')
    expect(status).toBe(1)
    expect(warned).toContain(`Another tenant answers at ${new URL(tenant.publicUrl).hostname}`)
    expect(await publicUrl()).toBe(test.tenant.publicUrl)
  })

  it('moves the tenant, keeps the former host as an alias, and is noted', async () => {
    const { status, said } = await tenantUrl('https://login.acme.example', '--yes')
    expect([status, said]).toEqual([0, expect.stringContaining('https://login.acme.example')])
    expect(await publicUrl()).toBe('https://login.acme.example')
    expect(await answersAt('login.acme.example')).toBe(200)
    expect(await answersAt(hostname())).toBe(200)
    await expect.poll(() => issuerAt(hostname())).toBe('https://login.acme.example/api/oidc')
    const hosts = await test.platform.database.system
      .selectFrom('host_names')
      .select(['host', 'current'])
      .where('tenant_id', '=', test.tenant.id)
      .orderBy('current')
      .execute()
    expect(hosts).toEqual([
      { host: hostname(), current: false },
      { host: 'login.acme.example', current: true },
    ])
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select('actor_id')
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', 'SUBSCRIBER_URL_CHANGED')
      .execute()
    expect(events).toEqual([{ actor_id: 'cli:tenant-url' }])
    expect((await tenantUrl('https://login.acme.example', '--yes')).warned).toContain('already')
  })
})
