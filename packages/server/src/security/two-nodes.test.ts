import { createHash, randomBytes } from 'node:crypto'
import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { listGroups } from '@signet/contract/identity/groups'
import { listRoles, updateSiteRole } from '@signet/contract/identity/roles'
import { readAccountInfo } from '@signet/contract/tenancy/accounts'
import { endOwnSessions, listOwnSessions } from '@signet/contract/tenancy/sessions'
import type { Need } from '@signet/rules/permissions'
import type { FastifyInstance } from 'fastify'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  knownBrowser,
} from '../../testing/access/people.ts'
import { createBrowser } from '../../testing/browser.ts'
import { buildAdmin, buildUser, signInAs } from '../../testing/builders.ts'
import { type Call, createCall } from '../../testing/call.ts'
import { patientConnectMs } from '../../testing/database/test-postgres.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestPlatform } from '../../testing/test-platform.ts'
import { createApp } from '../app.ts'
import { startSession } from '../modules/tenancy/sessions/index.ts'
import type { Database } from '../platform/db/database.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import type { Platform } from '../platform/platform.ts'
import { replaceSigningKey } from '../platform/signing-keys/key-ring.ts'

/** A second service on the database of the first, as another machine would run it. */
interface Node {
  readonly app: FastifyInstance
  readonly platform: Platform
  readonly database: Database
  readonly call: Call
}

let first: TestApp
let second: Node
let host: string
beforeAll(async () => {
  first = await startTestApp({ ownDatabase: true })
  host = new URL(first.tenant.publicUrl).host
  const database = await openPostgres({
    url: null,
    ownerUrl: first.testDatabase.ownerUrl,
    log: first.platform.log,
    poolSize: 8,
    connectTimeoutMs: patientConnectMs,
  })
  const { platform } = await createTestPlatform(database)
  const app = await createApp(platform)
  await app.ready()
  second = { app, platform, database, call: createCall(app, host) }
})
afterAll(async () => {
  await second.app.close()
  await second.database.close()
  await first.close()
})

describe('two nodes on one database', () => {
  it('honour a session of each other, and its end on the next call', async () => {
    const as = await signInAs(first.ctx, await buildUser(first.ctx))
    expect((await second.call(listOwnSessions, { as })).status).toBe(200)
    expect((await first.call(endOwnSessions, { as })).status).toBe(204)
    expect((await second.call(listOwnSessions, { as })).status).toBe(401)
  })

  it('see a lock and a lost role on the next call', { meta: { covers: ['S13'] } }, async () => {
    const admin = await buildAdmin(first.ctx)
    expect((await second.call(readAccountInfo, { as: admin.token })).status).toBe(200)
    const { db, tenant } = first.ctx
    await db
      .deleteFrom('user_roles')
      .where('tenant_id', '=', tenant.id)
      .where('user_id', '=', admin.id)
      .execute()
    expect((await second.call(readAccountInfo, { as: admin.token })).status).toBe(403)
    await db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', admin.id)
      .execute()
    expect((await second.call(listOwnSessions, { as: admin.token })).body.errorCode).toBe(
      'account_locked',
    )
  })

  it('hold to a changed role on the next call, whichever changed it', {
    meta: { covers: ['S22'] },
  }, async () => {
    const { token: as } = await buildAdmin(first.ctx)
    const permissions: Need[] = [
      ['ROLES', 'VIEW'],
      ['GROUPS', 'VIEW'],
    ]
    const admin = await buildAdmin(first.ctx, { permissions })
    const seen = async () =>
      Promise.all(
        [first, second].map(async ({ call }) => {
          const groups = await call(listGroups, { as: admin.token })
          const roles = await call(listRoles, { as: admin.token })
          return [groups.status, roles.status]
        }),
      )
    const change = async ({ call }: { readonly call: Call }, entityType: string) => {
      const flags = { view: true, add: false, edit: false, remove: false }
      const body = { name: `for ${entityType}`, permissions: [{ entityType, ...flags }] }
      const changed = await call(updateSiteRole, { as, params: { id: admin.roleId }, body })
      expect(changed.status, changed.text).toBe(200)
    }
    const [both, groupsOnly, rolesOnly] = [
      [200, 200],
      [200, 403],
      [403, 200],
    ]
    expect(await seen()).toEqual([both, both])
    await change(first, 'GROUPS')
    expect(await seen()).toEqual([groupsOnly, groupsOnly])
    await change(second, 'ROLES')
    expect(await seen()).toEqual([rolesOnly, rolesOnly])
  })

  it('count wrong answers together: of 30 at once, as many as the budget are looked at', {
    meta: { covers: ['S8'] },
  }, async () => {
    const user = await buildPerson(first.ctx)
    const guess = async (at: number, password: string) => {
      const browser = browserOf(at % 2 === 0 ? first.call : second.call)
      await browser.query(user.userId)
      return browser.prove('PASSWORD', password)
    }
    const guesses = Array.from({ length: 30 }, (_, at) => guess(at, `wrong ${at}`))
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'invalid_user_response')).toHaveLength(5)
    for (const at of [0, 1]) {
      const answer = await guess(at, goodPassword)
      expect(answer.body.code).toBe('invalid_user_response_locked')
    }
  })

  it('take one code of a token once, of 50 spread over both', {
    meta: { covers: ['S11'] },
  }, async () => {
    const user = await buildPerson(first.ctx)
    const token = await buildToken(first.ctx, user.id)
    const halfway = Array.from({ length: 50 }, async (_, at) => {
      const call = at % 2 === 0 ? first.call : second.call
      const browser = await knownBrowser(first.ctx, call, user)
      await browser.query(user.userId)
      await browser.prove('PASSWORD', goodPassword)
      return browser
    })
    const browsers = await Promise.all(halfway)
    const code = token.code()
    const answers = await Promise.all(browsers.map((each) => each.prove('TOKEN', code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('redeem one authorization code once, of 50 spread over both', {
    meta: { covers: ['S11'] },
  }, async () => {
    const { token } = await buildAdmin(first.ctx)
    const made = await first.call(createOidcApplication, {
      as: token,
      body: {
        name: `App ${randomBytes(4).toString('hex')}`,
        applicationType: 'OIDC_WEB',
        redirectUris: ['https://rp.example.test/cb'],
      },
    })
    const { application, clientSecret } = JSON.parse(made.text)
    const verifier = randomBytes(32).toString('base64url')
    const browser = createBrowser(first.app, host)
    const user = await buildUser(first.ctx)
    const { cookie } = await first.ctx.transaction((ctx) =>
      startSession(ctx, {
        userId: user.id,
        userName: user.userId,
        kind: 'web',
        amr: [],
        acr: null,
        deviceId: null,
        keyThumbprint: null,
      }),
    )
    browser.cookies.set('signet', cookie.value ?? '')
    const query = new URLSearchParams({
      client_id: application.clientId,
      redirect_uri: 'https://rp.example.test/cb',
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const answer = await browser.visit(`/api/oidc/authorize?${query}`)
    const code = new URL(String(answer.headers.location)).searchParams.get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://rp.example.test/cb',
      code_verifier: verifier,
    }
    const authorization = `Basic ${Buffer.from(`${application.clientId}:${clientSecret}`).toString('base64')}`
    const redeem = (app: FastifyInstance) =>
      createBrowser(app, host).visit('/api/oidc/token', {
        method: 'POST',
        form,
        headers: { authorization },
      })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => redeem(at % 2 === 0 ? first.app : second.app)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const rows = await first.ctx.db
      .selectFrom('oidc_tokens')
      .select('kind')
      .where('tenant_id', '=', first.tenant.id)
      .where('client_id', '=', application.clientId)
      .where('kind', '=', 'AccessToken')
      .execute()
    expect(rows.length).toBeLessThanOrEqual(1)
  })

  it('go over to a rotated key once both know it, and honour tokens of the former one', async () => {
    const user = await buildUser(first.ctx)
    const before = await signInAs(first.ctx, user)
    await first.ctx.transaction((ctx) =>
      replaceSigningKey(first.platform, ctx.db, {
        tenantId: first.tenant.id,
        purpose: 'session',
        algorithm: 'ES256',
      }),
    )
    const kidOf = (token: string) => decodeProtectedHeader(token).kid
    const statuses: number[] = []
    const signIn = async () => {
      await first.platform.keyRing.warm(first.tenant.id)
      const token = await signInAs(first.ctx, user)
      statuses.push((await second.call(listOwnSessions, { as: token })).status)
      return kidOf(token)
    }
    await expect.poll(signIn, { timeout: 60_000 }).not.toBe(kidOf(before))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await second.call(listOwnSessions, { as: before })).status).toBe(200)
  })
})
