import { logout } from '@signet/contract/access/authentication'
import { changeUserState } from '@signet/contract/identity/users'
import { endOwnSessions } from '@signet/contract/tenancy/sessions'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAdmin, buildUser } from '../../../testing/builders.ts'
import { allowServices, startHttpService } from '../../../testing/http-services.ts'
import { type Party, registerParty, returnOf, visitorOf } from '../../../testing/oidc/party.ts'
import {
  authnRequest,
  registerProvider,
  type ServiceProvider,
  signedPath,
} from '../../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { handleInTenant, tenantContexts } from '../../app/tenant-jobs.ts'
import { readEnvelope } from '../../platform/saml/bindings.ts'
import { element } from '../../platform/xml/build.ts'
import { envelopeOf } from './answers.ts'
import { enqueueSignOuts, workOnSignOut } from './ended-sessions.ts'

// Guards: `untold` as the opening of an application sets it, and `takeUntold`.

let test: TestApp
let service: Awaited<ReturnType<typeof startHttpService>>
let party: Party
let provider: ServiceProvider
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  service = await startHttpService()
  allowServices(test, [service])
  await test.platform.queue.start()
  await handleInTenant(test.platform, { queue: 'sign-outs', work: workOnSignOut })
  party = await registerParty(test, { backchannelLogoutUri: `${service.url}/oidc` })
  const logoutUrl = `${service.url}/saml`
  provider = await registerProvider(test, { logoutBinding: 'SOAP', logoutUrl })
  await test.testDatabase.asOwner((owner) =>
    owner.query(`update pgboss.queue set retry_delay = 0, retry_backoff = false, retry_limit = 1`),
  )
})
beforeEach(() => {
  service.calls.length = 0
  service.answer(({ path }) => (path === '/saml' ? { body: signedOut() } : {}))
})
afterAll(async () => {
  await service.close()
  await test.close()
})

const signedOut = (): string =>
  envelopeOf(
    element('samlp:LogoutResponse', { ID: '_done', Version: '2.0' }, [
      element('samlp:Status', {}, [
        element('samlp:StatusCode', { Value: 'urn:oasis:names:tc:SAML:2.0:status:Success' }),
      ]),
    ]),
  )

type Opened = 'oidc' | 'saml'

/** Somebody who has opened applications: both, unless one is named. */
const visiting = async (opened: readonly Opened[] = ['oidc', 'saml']) => {
  const user = await buildUser(test.ctx)
  const { browser, token } = await visitorOf(test, user)
  if (opened.includes('oidc')) await returnOf(browser, party)
  if (opened.includes('saml')) {
    await browser.visit(await signedPath('/api/saml/SAML2/SSO', authnRequest(test, provider)))
  }
  return { user, browser, token }
}

const look = () => enqueueSignOuts(test.platform, tenantContexts(test.platform, 'sign-outs'))
const pathsAsked = () => service.calls.map(({ path }) => path).toSorted()

const heard = async (paths: readonly string[] = ['/oidc', '/saml']) => {
  await look()
  await vi.waitFor(() => expect(pathsAsked()).toEqual(paths), { timeout: 60_000 })
}

const subjectOf = () => {
  const told = service.calls.find(({ path }) => path === '/oidc')
  return decodeJwt(new URLSearchParams(told?.body).get('logout_token') ?? '').sub
}

describe('applications hear by their servers that a session ended', () => {
  it('when an administrator has switched the person off', {
    meta: { covers: ['S55'] },
  }, async () => {
    const { user } = await visiting()
    await look()
    expect(pathsAsked()).toEqual([])
    const { token: as } = await buildAdmin(test.ctx)
    const body = { state: 'INACTIVE' }
    const answer = await test.call(changeUserState, { as, params: { id: user.id }, body })
    expect(answer.status).toBe(200)
    await heard()
    expect(subjectOf()).toBe(user.id)
    const soap = service.calls.find(({ path }) => path === '/saml')
    expect(readEnvelope(soap?.body ?? '').element.local).toBe('LogoutRequest')
  })

  it('when the person signs out everywhere, and of this session alone', async () => {
    const everywhere = await visiting()
    await test.call(endOwnSessions, { as: everywhere.token })
    await heard()
    expect(subjectOf()).toBe(everywhere.user.id)
    service.calls.length = 0
    const here = await visiting()
    await test.call(logout, { as: here.token })
    await heard()
    expect(subjectOf()).toBe(here.user.id)
  })

  it('when it has become too old, and not while it is only idle', {
    meta: { covers: ['S55'] },
  }, async () => {
    const { user } = await visiting()
    const { expires_at: end } = await test.ctx.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    test.clock.advance(test.platform.config.sessionIdleMillis + 60_000)
    await look()
    expect(pathsAsked()).toEqual([])
    test.clock.advance(end.getTime() - test.clock.now().getTime() + 1000)
    await heard()
    expect(subjectOf()).toBe(user.id)
  })

  it('once, whoever looks', { meta: { covers: ['S55'] } }, async () => {
    const { token } = await visiting()
    await test.call(logout, { as: token })
    await Promise.all([look(), look(), look()])
    await heard()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(pathsAsked()).toEqual(['/oidc', '/saml'])
  })

  it('again where they did not answer, and the log tells of who never did', async () => {
    const { user, token } = await visiting()
    service.answer(() => ({ status: 503 }))
    await test.call(logout, { as: token })
    await look()
    await vi.waitFor(() => expect(service.calls).toHaveLength(4), { timeout: 60_000 })
    await vi.waitFor(
      async () => {
        const events = await test.ctx.db
          .selectFrom('audit_events')
          .selectAll()
          .where('tenant_id', '=', test.tenant.id)
          .where('action', '=', 'APPLICATION_SIGN_OUT')
          .execute()
        const failed = events.filter((event) => JSON.stringify(event).includes(user.id))
        expect(failed.map(({ outcome }) => outcome)).toEqual(['FAILURE', 'FAILURE'])
      },
      { timeout: 60_000 },
    )
  })

  it('only where they were opened', async () => {
    const user = await buildUser(test.ctx)
    const { token } = await visitorOf(test, user)
    await test.call(logout, { as: token })
    await look()
    const rows = await test.ctx.db
      .selectFrom('job_contents')
      .select('id')
      .where('tenant_id', '=', test.tenant.id)
      .where('queue', '=', 'sign-outs')
      .where('state', '=', 'WAITING')
      .execute()
    expect(rows).toEqual([])
  })
})
