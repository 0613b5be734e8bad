import { readSelfSettings } from '@signet/contract/access/self'
import { listOwnTenants, mostOwnTenants } from '@signet/contract/access/self-tenants'
import { updateUserPortalSettings, userPortalFamily } from '@signet/contract/settings/userportal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { createTenant } from '../../provider/subscribers/index.ts'
import { tenantOf } from '../../tenancy/tenants/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let made = 0
/** A tenant below a provider: this one, unless told otherwise. */
const branch = ({ tenant }: Pick<TestTenant, 'tenant'>, companyName: string) => {
  made += 1
  const publicUrl = tenant.publicUrl.replace('//', `//b${made}.`)
  return createTenant(test.platform, {
    companyName,
    publicUrl,
    authenticationAccount: true,
    issuanceAccount: false,
    isProvider: false,
    parentTenantId: tenant.id,
  })
}

const set = (tenantId: string, column: 'locked' | 'terminated') =>
  test.testDatabase.asOwner((owner) =>
    owner.query(`update tenants set ${column} = true where tenant_id = $1`, [tenantId]),
  )

const listed = async (search?: string, by = as) => {
  const query = search === undefined ? {} : { search }
  const { status, text } = await test.call(listOwnTenants, { as: by, query })
  expect(status, text).toBe(200)
  const rows: readonly unknown[] = JSON.parse(text)
  return rows
}
const namesIn = (rows: readonly unknown[]) => rows.map((row) => fieldOf(row, 'companyName'))

describe('the tenants of a provider, on the portal', () => {
  it('are its own, by name, with their address and how they stand; never another provider’s', {
    meta: { covers: ['S21'] },
  }, async () => {
    const other = await test.otherTenant()
    await branch(other, 'Elsewhere')
    const zinc = await branch(test, 'zinc')
    const amber = await branch(test, 'Amber')
    const gone = await branch(test, 'Gone')
    await set(zinc.tenant_id, 'locked')
    await set(gone.tenant_id, 'terminated')
    const rows = await listed()
    expect(rows).toEqual([
      {
        id: amber.tenant_id,
        companyName: 'Amber',
        hostname: new URL(amber.public_url).hostname,
        openUrl: amber.public_url,
        region: amber.region,
        contractMode: 'TRIAL',
        authenticationAccount: true,
        issuanceAccount: false,
        locked: false,
      },
      expect.objectContaining({ companyName: 'zinc', locked: true }),
    ])
    expect(namesIn(rows)).not.toContain(test.tenant.companyName)
  })

  it('are found by a part of their name or address, whatever is typed', async () => {
    const { public_url: url } = await branch(test, '100 % Öl_Kontor')
    expect(namesIn(await listed('L_KONT'))).toEqual(['100 % Öl_Kontor'])
    expect(namesIn(await listed(new URL(url).hostname))).toEqual(['100 % Öl_Kontor'])
    expect(namesIn(await listed('100 %'))).toEqual(['100 % Öl_Kontor'])
    expect(await listed("' or true --")).toEqual([])
    expect(await listed('_____________________')).toEqual([])
  })

  it(`are at most ${mostOwnTenants}`, async () => {
    const provider = await test.otherTenant()
    const { token } = await buildAdmin(provider.ctx)
    await test.testDatabase.asOwner((owner) =>
      owner.query(
        `insert into tenants (tenant_id, parent_tenant_id, company_name, public_url,
           authentication_account, issuance_account, created_at)
         select gen_random_uuid(), $1, 'Branch ' || n, 'http://n' || n || '.example', true, false, now()
         from generate_series(1, $2) n`,
        [provider.tenant.id, mostOwnTenants + 1],
      ),
    )
    const { text } = await provider.call(listOwnTenants, { as: token })
    expect(JSON.parse(text)).toHaveLength(mostOwnTenants)
  })

  it('are nobody’s whose roles do not view tenants, and of no tenant that is no provider', {
    meta: { covers: ['S21'] },
  }, async () => {
    const plain = await signInAs(test.ctx, await buildUser(test.ctx))
    expect((await test.call(listOwnTenants, { as: plain })).status).toBe(403)
    const below = tenantOf(await branch(test, 'Below'))
    await test.platform.keyRing.warm(below.id)
    const { token } = await buildAdmin(
      systemContext(test.platform, { tenant: below, name: 'test' }),
    )
    const call = createCall(test.app, new URL(below.publicUrl).host)
    const refused = await call(listOwnTenants, { as: token })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
  })

  it('are a tab for those alone who see them, while it is shown', {
    meta: { covers: ['visibility.user-tabs'] },
  }, async () => {
    const shows = async (by: string) => {
      const { body } = await test.call(readSelfSettings, { as: by })
      return fieldOf(body, 'userTabConfiguration', 'showTenants')
    }
    const viewer = await buildAdmin(test.ctx, { permissions: [['TENANTS', 'VIEW']] })
    const plain = await signInAs(test.ctx, await buildUser(test.ctx))
    expect([await shows(viewer.token), await shows(plain)]).toEqual([true, false])
    const { userTabConfiguration: tabs } = userPortalFamily.defaults
    const body = { userTabConfiguration: { ...tabs, showTenants: false } }
    await test.call(updateUserPortalSettings, { as, body })
    expect(await shows(viewer.token)).toBe(false)
    const refused = await test.call(listOwnTenants, { as: viewer.token })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
  })
})
