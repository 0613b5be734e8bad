import {
  completeOwnFidoRegistration,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { updateFidoSettings } from '@signet/contract/settings/fido'
import {
  PasskeyDomain,
  readPasskeyDomain,
  updatePasskeyDomain,
} from '@signet/contract/settings/passkey-domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../testing/access/people.ts'
import {
  createAuthenticator,
  type SoftwareAuthenticator,
} from '../../testing/access/software-authenticator.ts'
import { type BuiltUser, buildAdmin, everyPermission, signInAs } from '../../testing/builders.ts'
import { createCall } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTenant } from '../modules/provider/subscribers/index.ts'
import { changePublicUrl, createTenantFinder } from '../modules/tenancy/tenants/index.ts'

/*
 * Guards: `candidatesOf` with `isPublicSuffix`, `expectProven`, `isDomainShared` in `changeDomain`;
 * `isInForeignDomain` where hosts are given; `expectedRPID` and `originsOf` at verification.
 */

let test: TestApp
let records: Map<string, readonly string[]>
let count = 0
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  records = new Map()
  Object.assign(test.platform.dns, {
    texts: (name: string) => Promise.resolve(records.get(name) ?? []),
  })
})
afterAll(() => test.close())

const tenantAt = (host: string) =>
  createTenant(test.platform, {
    companyName: host,
    publicUrl: `https://${host}`,
    authenticationAccount: true,
    issuanceAccount: false,
    isProvider: true,
    parentTenantId: null,
  })

/** A tenant whose host lies in a domain of its own. */
const startTenant = async (host?: string) => {
  count += 1
  const domain = `shop${count}.example`
  const own = await test.otherTenant()
  const url = `https://${host ?? `login.${domain}`}`
  await changePublicUrl(own.ctx, url)
  const tenant = await createTenantFinder(test.platform.database).byHost(new URL(url).hostname)
  const ctx = { ...own.ctx, tenant }
  const call = createCall(test.app, new URL(url).hostname)
  const as = (await buildAdmin(ctx)).token
  return { domain, origin: url, ctx, call, as }
}
type At = Awaited<ReturnType<typeof startTenant>>
let at: At
beforeEach(async () => {
  at = await startTenant()
})

const read = async ({ call, as }: At) =>
  PasskeyDomain.parse((await call(readPasskeyDomain, { as })).body)

const publish = async (of: At) => {
  for (const each of (await read(of)).candidates) {
    records.set(each.recordName, ['unrelated', each.recordValue])
  }
}

const set = async ({ call }: At, domain: string | null, as: string) => {
  const answer = await call(updatePasskeyDomain, { as, body: { domain } })
  // Tenants are kept in mind for a second.
  if (answer.status === 200) await new Promise((resolve) => setTimeout(resolve, 1050))
  return answer
}

const challengeIn = (options: unknown): { challenge: string } => {
  const challenge = fieldOf(options, 'challenge')
  if (typeof challenge !== 'string') throw new Error('no challenge')
  return { challenge }
}

interface Ceremony {
  readonly user: BuiltUser
  readonly passkey: SoftwareAuthenticator
  readonly rpId: string
}

const register = async ({ call, ctx }: At, { user, passkey, rpId }: Ceremony) => {
  const as = await signInAs(ctx, user)
  const begun = await call(startOwnFidoRegistration, { as })
  const asked = challengeIn(begun.body.fidoOptions)
  const fidoResponse = passkey.register(asked, { rpId })
  const answer = await call(completeOwnFidoRegistration, { as, body: { fidoResponse, name: 'K' } })
  return { asked: fieldOf(begun.body.fidoOptions, 'rp', 'id'), status: answer.status }
}

/** Signs in with a passkey alone, on a page of an origin. */
const signIn = async ({ call }: At, { passkey, rpId }: Omit<Ceremony, 'user'>, origin?: string) => {
  const browser = browserOf(call)
  await browser.query()
  const { body } = await browser.challenge('PASSKEY')
  const misdeeds = { rpId, ...(origin === undefined ? {} : { origin }) }
  const answer = await browser.sign(
    'PASSKEY',
    passkey.assert(challengeIn(body.fidoChallenge), misdeeds),
  )
  return { options: body.fidoChallenge, isIn: answer.body.authenticationCompleted === true }
}

describe('a domain of passkeys', () => {
  it('is above the host, proven by a TXT record, and no public suffix', {
    meta: { covers: ['S31'] },
  }, async () => {
    const { as, domain } = at
    const shown = await read(at)
    expect(shown).toMatchObject({ domain: null, rpId: `login.${domain}`, host: `login.${domain}` })
    expect(shown.candidates.map((each) => each.domain)).toEqual([domain])
    expect((await set(at, domain, as)).body.code).toBe('passkey_domain_not_proven')
    records.set(`_signet-passkeys.${domain}`, [`signet-passkeys=${'0'.repeat(40)}`])
    expect((await set(at, domain, as)).body.code).toBe('passkey_domain_not_proven')
    await publish(at)
    for (const other of ['example', `login.${domain}`, 'shop.test', `x.login.${domain}`]) {
      expect((await set(at, other, as)).body.code, other).toBe('passkey_domain_not_allowed')
    }
    const answer = await set(at, domain, as)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ domain, rpId: domain })
  })

  it.each(['login.shop.github.io', 'login.shop.co.uk', 'shop.com'])(
    'offers nothing that strangers share above %s',
    async (host) => {
      const shown = await read(await startTenant(host))
      const domains = shown.candidates.map((each) => each.domain)
      const shared = ['github.io', 'io', 'co.uk', 'uk', 'com']
      expect(domains.filter((each) => shared.includes(each))).toEqual([])
      expect(domains).toEqual(host.startsWith('login.') ? [host.slice('login.'.length)] : [])
    },
  )

  it('is another proof for another tenant', async () => {
    const other = await startTenant()
    const [one] = (await read(at)).candidates
    const [another] = (await read(other)).candidates
    expect(one?.recordValue).not.toBe(another?.recordValue)
  })

  it('is a super administrator’s to choose', async () => {
    await publish(at)
    const { token } = await buildAdmin(at.ctx, { permissions: everyPermission })
    expect((await set(at, at.domain, token)).body.code).toBe('rights_not_held')
  })

  it('is not one in which another tenant lives, and none comes to live there', {
    meta: { covers: ['S31'] },
  }, async () => {
    const { as, domain, ctx } = at
    await publish(at)
    const beside = await tenantAt(`beside.${domain}`)
    expect((await set(at, domain, as)).body.code).toBe('passkey_domain_not_allowed')
    const away = { ...ctx, tenant: { ...ctx.tenant, id: beside.tenant_id } }
    await test.ctx.platform.database.system
      .deleteFrom('host_names')
      .where('tenant_id', '=', away.tenant.id)
      .execute()
    expect((await set(at, domain, as)).status).toBe(200)
    await expect(tenantAt(`new.${domain}`)).rejects.toMatchObject({ code: 'subscriber_exists' })
    await expect(tenantAt(domain)).rejects.toMatchObject({ code: 'subscriber_exists' })
    const other = await startTenant()
    await expect(changePublicUrl(other.ctx, `https://moved.${domain}`)).rejects.toThrow(
      'passkey domain of another tenant',
    )
    // The tenant itself takes further hosts there.
    await changePublicUrl(ctx, `https://second.${domain}`)
  })

  it('is of one tenant alone, nor one above or below it', async () => {
    const { as, domain } = at
    await publish(at)
    expect((await set(at, domain, as)).status).toBe(200)
    const other = await startTenant()
    await test.ctx.platform.database.system
      .updateTable('host_names')
      .set({ host: `a.b.${domain}` })
      .where('tenant_id', '=', other.ctx.tenant.id)
      .where('current', '=', true)
      .execute()
    await other.ctx.db
      .updateTable('tenants')
      .set({ public_url: `https://a.b.${domain}` })
      .where('tenant_id', '=', other.ctx.tenant.id)
      .execute()
    const moved = { ...other, call: createCall(test.app, `a.b.${domain}`) }
    await publish(moved)
    for (const each of [domain, `b.${domain}`]) {
      expect((await set(moved, each, moved.as)).body.code).toBe('passkey_domain_not_allowed')
    }
  })
})

describe('passkeys of a domain', () => {
  it('work on every host of the tenant in it, and on no other page of the domain', {
    meta: { covers: ['S31'] },
  }, async () => {
    const { as, domain, origin, ctx } = at
    await publish(at)
    await set(at, domain, as)
    const user = await buildPerson(ctx)
    const passkey = createAuthenticator(origin)
    const made = await register(at, { user, passkey, rpId: domain })
    expect(made).toEqual({ asked: domain, status: 200 })
    expect((await signIn(at, { passkey, rpId: domain })).isIn).toBe(true)
    expect((await signIn(at, { passkey, rpId: domain }, `https://evil.${domain}`)).isIn).toBe(false)
    // A second host name of the tenant, which was its address before or will be.
    await changePublicUrl(ctx, `https://second.${domain}`)
    const second = { ...at, call: createCall(test.app, `second.${domain}`) }
    await new Promise((resolve) => setTimeout(resolve, 1050))
    const there = await signIn(second, { passkey, rpId: domain }, `https://second.${domain}`)
    expect(there.isIn).toBe(true)
    expect(fieldOf(there.options, 'rpId')).toBe(domain)
    expect((await signIn(second, { passkey, rpId: domain }, origin)).isIn).toBe(true)
  })

  it('stand beside those of the host, which are asked for in turn until none is left', async () => {
    const { as, domain, origin, ctx } = at
    const host = `login.${domain}`
    const user = await buildPerson(ctx)
    const old = createAuthenticator(origin)
    expect((await register(at, { user, passkey: old, rpId: host })).status).toBe(200)
    const before = await signIn(at, { passkey: old, rpId: host })
    expect([before.isIn, fieldOf(before.options, 'former')]).toEqual([true, undefined])
    await publish(at)
    await set(at, domain, as)
    const after = await signIn(at, { passkey: old, rpId: host })
    expect(after.isIn).toBe(true)
    expect(fieldOf(after.options, 'rpId')).toBe(domain)
    expect(fieldOf(after.options, 'former')).toEqual([{ rpId: host, allowCredentials: [] }])
    // Shown for another RP ID than it was made for, it is none of theirs.
    expect((await signIn(at, { passkey: old, rpId: domain })).isIn).toBe(false)
    const fresh = createAuthenticator(origin)
    await register(at, { user, passkey: fresh, rpId: domain })
    expect((await read(at)).passkeys).toEqual(
      [
        { rpId: host, count: 1 },
        { rpId: domain, count: 1 },
      ].toSorted((one, two) => (one.rpId < two.rpId ? -1 : 1)),
    )
    await ctx.db
      .deleteFrom('fido_credentials')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('rp_id', '=', host)
      .execute()
    const last = await signIn(at, { passkey: fresh, rpId: domain })
    expect([last.isIn, fieldOf(last.options, 'former')]).toEqual([true, undefined])
  })

  it('are named to a user by the RP ID of those that they have', async () => {
    const { as, domain, origin, ctx } = at
    const host = `login.${domain}`
    const user = await buildPerson(ctx)
    const old = createAuthenticator(origin)
    await register(at, { user, passkey: old, rpId: host })
    await publish(at)
    await set(at, domain, as)
    const options = async () => {
      const page = browserOf(at.call)
      await page.query(user.userId)
      await page.prove('PASSWORD', goodPassword)
      return (await page.challenge('FIDO')).body.fidoChallenge
    }
    const only = await options()
    expect([fieldOf(only, 'rpId'), fieldOf(only, 'former')]).toEqual([host, undefined])
    const fresh = createAuthenticator(origin)
    await register(at, { user, passkey: fresh, rpId: domain })
    const both = await options()
    expect(fieldOf(both, 'rpId')).toBe(domain)
    expect(fieldOf(both, 'former')).toMatchObject([{ rpId: host }])
  })
})

describe('the list of related origins', () => {
  it('names the hosts of the tenant, and no more sites than browsers follow', async () => {
    const { as, domain, origin, ctx, call } = at
    await changePublicUrl(ctx, `https://second.${domain}`)
    await changePublicUrl(ctx, origin)
    const sites = ['one', 'two', 'three', 'four', 'five'].map((each) => `https://${each}.com`)
    const relatedOrigins = [...sites, 'https://www.one.com', 'https://one.co.uk']
    const saved = await call(updateFidoSettings, { as, body: { relatedOrigins } })
    expect(saved.status, saved.text).toBe(200)
    const headers = { host: new URL(origin).host }
    const answer = await test.app.inject({ url: '/.well-known/webauthn', headers })
    // The label of their own domain counts; `one` is one label wherever it is registered.
    expect(answer.json().origins).toEqual([
      origin,
      `https://second.${domain}`,
      expect.stringMatching(/^https:\/\/t[0-9a-f]+\.localhost$/),
      'https://one.com',
      'https://two.com',
      'https://three.com',
      'https://www.one.com',
      'https://one.co.uk',
    ])
  })
})
