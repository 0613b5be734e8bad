import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { createInvitationLink } from '@signet/contract/access/invitations'
import {
  completeOwnFidoRegistration,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { readSetup } from '@signet/contract/access/setup'
import { unlinkUserIdentity } from '@signet/contract/applications/identity-providers'
import { assignExternalCredential } from '@signet/contract/authenticators/external-credentials'
import { deleteFidoToken, updateFidoToken } from '@signet/contract/authenticators/fido'
import {
  assignToken,
  confirmToken,
  unassignToken,
} from '@signet/contract/authenticators/hardware-tokens'
import { deleteUserPassword, setUserPassword } from '@signet/contract/authenticators/passwords'
import { deleteToken } from '@signet/contract/authenticators/tokens'
import { assignUserRole } from '@signet/contract/identity/roles'
import { syncUsers, unsyncUsers } from '@signet/contract/identity/user-batches'
import { deleteUser, readUser } from '@signet/contract/identity/users'
import { standardFlow } from '@signet/rules/flows'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildToken, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import {
  buildStock,
  importedToken,
  secret,
} from '../../../../testing/authenticators/hardware-tokens.ts'
import { type BuiltUser, buildAdmin, buildUser, signInAs } from '../../../../testing/builders.ts'
import { runFile } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { buildPasskey } from '../../../security/sweep/rows.ts'
import { buildLink, buildProvider, linkTo } from '../../../security/sweep/upstream-rows.ts'
import { storePassword } from '../../authenticators/passwords/index.ts'

// Guards: each of the triggers `end_invitations` and `end_invitation` in the database; `forUpdate` of
// `findUsersForChange`, by which an invitation waits for a way in that is being added.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  await test.platform.queue.start()
})
afterAll(() => test.close())

const newLink = ({ id }: BuiltUser) =>
  test.call(createInvitationLink, { as, params: { userid: id }, body: {} })

const tokenIn = (link: unknown): string => /\/setup\/([\w-]{22})/.exec(String(link))?.[1] ?? ''

const invited = async () => {
  const user = await buildUser(test.ctx)
  const answer = await newLink(user)
  expect(answer.status, answer.text).toBe(200)
  return { user, setupToken: tokenIn(answer.body.link) }
}

const statusOf = async (setupToken: string) =>
  (await test.call(readSetup, { body: { setupToken } })).status

const succeed = async (answer: Promise<{ readonly status: number; readonly text: string }>) => {
  const { status, text } = await answer
  expect(status, text).toBeLessThan(300)
}

type Remove = () => Promise<void>

const removePassword = ({ id }: BuiltUser) =>
  succeed(test.call(deleteUserPassword, { as, params: { userid: id } }))

const removePasskey = (fidoid: string) =>
  succeed(test.call(deleteFidoToken, { as, params: { fidoid } }))

/** A way in, added as it is in use; the answer removes it again. */
const waysIn = {
  'a password that an administrator sets': async (user) => {
    const body = { password: goodPassword }
    await succeed(test.call(setUserPassword, { as, params: { userid: user.id }, body }))
    return () => removePassword(user)
  },
  'a password of a bulk operation': async (user) => {
    const content = `userId,password\n${user.userId},${goodPassword}\n`
    const wanted = { kind: 'importusers', existing: 'UPDATE', as, content } as const
    await runFile(test, wanted)
    return () => removePassword(user)
  },
  'a passkey that the user adds': async (user) => {
    const own = await signInAs(test.ctx, user)
    const begun = await test.call(startOwnFidoRegistration, { as: own })
    const challenge = String(fieldOf(begun.body.fidoOptions, 'challenge'))
    const passkey = createAuthenticator(new URL(test.tenant.publicUrl).origin)
    const body = { fidoResponse: passkey.register({ challenge }), name: 'Key' }
    const made = await test.call(completeOwnFidoRegistration, { as: own, body })
    return () => removePasskey(String(made.body.id))
  },
  'a linked account': async (user) => {
    const { id } = await buildLink(test.ctx, user)
    const params = { id: user.id, linkid: id }
    return () => succeed(test.call(unlinkUserIdentity, { as, params }))
  },
  'a linked account whose former user is deleted': async (user) => {
    const former = await buildUser(test.ctx)
    const providerId = await buildProvider(test.ctx)
    const account = { providerId, issuer: 'https://login.example.test', subject: former.id }
    await linkTo(test.ctx, former, account)
    await succeed(test.call(deleteUser, { as, params: { id: former.id } }))
    const { id } = await linkTo(test.ctx, user, account)
    const params = { id: user.id, linkid: id }
    return () => succeed(test.call(unlinkUserIdentity, { as, params }))
  },
  'the password of a directory': async (user) => {
    const ids = [user.id]
    const handedOver = { ids, directoryType: 'on_prem' }
    await succeed(test.call(syncUsers, { as, body: handedOver }))
    return () => succeed(test.call(unsyncUsers, { as, body: { ids } }))
  },
} as const satisfies Readonly<Record<string, (user: BuiltUser) => Promise<Remove>>>

describe('an invitation ends with', () => {
  it.each(Object.entries(waysIn))(
    'another way in: %s',
    { meta: { covers: ['S4'] } },
    async (_name, add) => {
      const { user, setupToken } = await invited()
      const remove = await add(user)
      expect(await statusOf(setupToken)).toBe(404)
      await remove()
      expect(await statusOf(setupToken)).toBe(404)
      const { body } = await test.call(readUser, { as, params: { id: user.id } })
      expect(body.invitation).toBeNull()
      // The user can be invited again.
      expect(await statusOf(tokenIn((await newLink(user)).body.link))).toBe(200)
    },
  )

  it('a passkey that is enabled again', { meta: { covers: ['S4'] } }, async () => {
    const user = await buildUser(test.ctx)
    const fidoid = await buildPasskey(test.ctx, user.id)
    const turn = (state: string) =>
      succeed(test.call(updateFidoToken, { as, params: { fidoid }, body: { state } }))
    await turn('INACTIVE')
    const setupToken = tokenIn((await newLink(user)).body.link)
    expect(await statusOf(setupToken)).toBe(200)
    await turn('ACTIVE')
    await turn('INACTIVE')
    expect(await statusOf(setupToken)).toBe(404)
  })
})

describe('a token', () => {
  let flows = 0
  const becomesDefault = async (firstFactors: readonly string[]) => {
    flows += 1
    const named = { ...standardFlow, name: `Flow ${flows}`, default: true }
    const body = { ...named, firstFactors }
    await succeed(test.call(createAuthenticationFlow, { as, body }))
  }
  afterEach(() => becomesDefault(standardFlow.firstFactors))

  const assigned = async ({ id: userId }: BuiltUser): Promise<Remove> => {
    const { id: tokenid } = await buildStock(test.ctx)
    const params = { tokenid }
    await succeed(test.call(assignToken, { as, params, body: { userId } }))
    await test.call(confirmToken, { as, params, body: {} })
    return () => succeed(test.call(unassignToken, { as, params }))
  }
  const enrolled = async (user: BuiltUser): Promise<Remove> => {
    const { id: tokenid } = await buildToken(test.ctx, user.id)
    return () => succeed(test.call(deleteToken, { as, params: { tokenid } }))
  }
  const external = async ({ id: userId }: BuiltUser): Promise<Remove> => {
    const assign = (credential: string | null) => {
      const given = { as, params: { type: 'OTP' }, body: { userId, credential } }
      return succeed(test.call(assignExternalCredential, given))
    }
    await assign('known-elsewhere')
    return () => assign(null)
  }
  const takenOver = async (user: BuiltUser): Promise<Remove> => {
    const { serial } = importedToken()
    const seed = secret.toString('hex')
    const content = `Username,Serial,Seed,Algorithm,Counter\n${user.userId},${serial},${seed},OATH_HOTP,4\n`
    const [row] = await runFile(test, { kind: 'importidentityguard', as, content })
    expect(row).toMatchObject({ action: 'CREATE' })
    const { id } = await test.ctx.db
      .selectFrom('tokens')
      .select('id')
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow()
    return () => succeed(test.call(unassignToken, { as, params: { tokenid: id } }))
  }
  const tokens = [
    ['taken over from another server', takenOver, 'TOKEN'],
    ['assigned', assigned, 'TOKEN'],
    ['enrolled', enrolled, 'TOKENPUSH'],
    ['of another service', external, 'EXTERNAL'],
  ] as const

  it.each(tokens)(
    'ends an invitation where sign-ins begin with one: %s',
    { meta: { covers: ['S4'] } },
    async (_name, add, kind) => {
      await becomesDefault([kind, 'PASSWORD'])
      const { user, setupToken } = await invited()
      const remove = await add(user)
      expect(await statusOf(setupToken)).toBe(404)
      await remove()
      expect(await statusOf(setupToken)).toBe(404)
    },
  )

  it.each(tokens)('leaves it where a token is only a second factor: %s', async (_name, add) => {
    const { user, setupToken } = await invited()
    await add(user)
    expect(await statusOf(setupToken)).toBe(200)
  })
})

it('ends a link that was handed over when its user gets rights', async () => {
  const { user, setupToken } = await invited()
  const { id: roleid } = await test.ctx.db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('name', '=', 'Auditor')
    .executeTakeFirstOrThrow()
  await succeed(test.call(assignUserRole, { as, params: { userid: user.id, roleid } }))
  expect(await statusOf(setupToken)).toBe(404)
})

/** Until another session waits for a lock, or there is nothing left to wait for. */
const untilAnyWaits = async ({ db }: Context, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    // What a transaction has read of this view stays as it was.
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql`select from pg_locks where not granted and pid in
      (select pid from pg_stat_activity where datname = current_database())`.execute(db)
    if (rows.length > 0) return
  }
}

// The embedded database does one thing after the other.
if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
  it('an invitation waits for a password that is being set', {
    meta: { covers: ['S4', 'S11'] },
  }, async () => {
    const user = await buildUser(test.ctx)
    const hash = await test.platform.hashes.hash(goodPassword)
    const { promise: isSet, resolve: tell } = Promise.withResolvers<void>()
    let hasAnswered = false
    const setting = test.ctx.transaction(async (ctx) => {
      const password = { userId: user.id, hash, forceChange: false, transactionId: null }
      await storePassword(ctx, password)
      tell()
      await untilAnyWaits(ctx, () => hasAnswered)
    })
    await isSet
    const answer = await newLink(user)
    hasAnswered = true
    await setting
    await removePassword(user)
    expect(answer.body.errorCode, answer.text).toBe('invitation_not_allowed')
  })
}
