import { readSetup } from '@signet/contract/access/setup'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
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

const tenantCreate = (...words: readonly string[]) =>
  signet(
    { SIGNET_DATABASE_OWNER_URL: test.testDatabase.ownerUrl ?? '', SIGNET_MASTER_KEY: masterKey },
    'tenant',
    'create',
    ...words,
    '--provider',
    new URL(test.tenant.publicUrl).hostname,
  )

describe('tenant create', () => {
  it('prints the link of the first administrator, at any address', async () => {
    const { status, said, warned } = await tenantCreate(
      'https://login.beech.example',
      'Beech & Sons',
      '--bundle',
      'PLUS',
      '--users',
      '20',
    )
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/^https:\/\/login\.beech\.example\/setup\/[\w-]{22}$/),
    ])
    expect(warned).toContain('Beech & Sons is at https://login.beech.example')
    const call = createCall(test.app, 'login.beech.example')
    const setupToken = said.replace(/^.*\//, '')
    expect((await call(readSetup, { body: { setupToken } })).status).toBe(200)
    expect((await call(readSubscriber)).body).toMatchObject({
      companyName: 'Beech & Sons',
      parentHostname: new URL(test.tenant.publicUrl).hostname,
    })
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select('actor_id')
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', 'SUBSCRIBER_CREATED')
      .execute()
    expect(events).toEqual([{ actor_id: 'cli:tenant-create' }])
  })

  it('has the link mailed and says nothing of it', async () => {
    const words = ['https://two.example', 'Two', '--email', 'boss@two.example']
    const { status, said, warned } = await tenantCreate(...words)
    expect([status, said]).toEqual([0, ''])
    expect(warned).toContain('the link is mailed')
    const { rows } = await test.testDatabase.asOwner((owner) =>
      owner.query<{ state: string }>(
        `select j.state from job_contents j join tenants t using (tenant_id)
          where t.public_url = 'https://two.example' and j.queue = 'mail'`,
      ),
    )
    expect(rows).toEqual([{ state: 'WAITING' }])
  })

  it.each([
    [['http://beech.example', 'Beech'], 'URL must begin with https://'],
    [['https://beech.example', 'Beech', '--bundle', 'GOLD'], 'bundle:'],
    [['https://beech.example', 'Beech', '--users', 'many'], 'users:'],
    [['https://beech.example', 'Beech', '--email', 'boss'], 'email:'],
  ])('refuses %j', async (words, reason) => {
    const { status, warned } = await tenantCreate(...words)
    expect([status, warned]).toEqual([1, expect.stringContaining(reason)])
  })

  it('refuses the host of another tenant', async () => {
    const { tenant } = await test.otherTenant()
    const { status, warned } = await tenantCreate(tenant.publicUrl, 'Late')
    const { hostname } = new URL(tenant.publicUrl)
    expect([status, warned]).toEqual([
      1,
      expect.stringContaining(`Another tenant answers at ${hostname}`),
    ])
  })
})
