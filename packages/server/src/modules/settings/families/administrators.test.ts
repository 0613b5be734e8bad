import { setUserPassword } from '@signet/contract/authenticators/passwords'
import type { Family } from '@signet/contract/kit/settings-family'
import { weakFields } from '@signet/contract/kit/weaker'
import { entrustStFamily } from '@signet/contract/settings/entrustst'
import { faceFamily } from '@signet/contract/settings/face'
import { fidoFamily } from '@signet/contract/settings/fido'
import { generalFamily } from '@signet/contract/settings/general'
import { gridFamily } from '@signet/contract/settings/grid'
import { createGroupPolicy, updateGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { hardwareOathFamily } from '@signet/contract/settings/hardwareoath'
import { kbaFamily } from '@signet/contract/settings/kba'
import { legacyTokenFamily } from '@signet/contract/settings/legacytoken'
import { lockoutFamily } from '@signet/contract/settings/lockout'
import { magicLinkFamily } from '@signet/contract/settings/magiclink'
import { otpFamily } from '@signet/contract/settings/otp'
import { updatePassthroughSettings } from '@signet/contract/settings/passthrough'
import { passwordFamily, updatePasswordSettings } from '@signet/contract/settings/password'
import {
  tempAccessCodeFamily,
  updateTempAccessCodeSettings,
} from '@signet/contract/settings/tempaccesscode'
import { userCertFamily } from '@signet/contract/settings/usercertauthenticator'
import { weakerFamily } from '@signet/contract/settings/weaker-families'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { forgetFamilies, settingsReader } from './reader.ts'

/* Guards: `strengthenerOf` in stored-values.ts, `expectOfAdministrators` in administrators.policy.ts. */

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let userId: string
beforeAll(async () => {
  test = await startTestApp()
  admin = await buildAdmin(test.ctx)
  userId = (await buildUser(test.ctx)).id
})
afterAll(() => test.close())

let version = 0
const store = async (family: string, value: object): Promise<void> => {
  version += 1
  const set = { value: JSON.stringify(value), version, updated_at: test.clock.now() }
  await test.ctx.db
    .insertInto('settings')
    .values({ tenant_id: test.ctx.tenant.id, family, ...set })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'family']).doUpdateSet(set))
    .execute()
  forgetFamilies(test.ctx)
}

const day = 86_400_000

interface Weakened {
  readonly name: string
  readonly weak: object
  readonly read: (ctx: TestApp['ctx'], person?: string) => Promise<object>
}

const weakened = <S extends z.ZodRawShape>(family: Family<S>, weak: object): Weakened => ({
  name: family.name,
  weak,
  read: settingsReader(family),
})

/** Every family that is read for the person who signs in, with all that weakens it. */
const table = [
  weakened(generalFamily, {
    passwordAttempts: 10,
    passwordLockMillis: 300_000,
    stepUpMillis: 3_600_000,
  }),
  weakened(lockoutFamily, { authenticators: { TOKEN: { attempts: 10, lockMillis: 300_000 } } }),
  weakened(passwordFamily, {
    minimumLength: 8,
    digit: 'NOT_ALLOWED',
    lowercase: 'ALLOWED',
    uppercase: 'NOT_ALLOWED',
    special: 'NOT_ALLOWED',
    historySize: 0,
    refuseCompromised: false,
  }),
  weakened(otpFamily, { digits: 6, lifeSeconds: 1800, sendsPerHour: 60, unprovenNumbers: true }),
  weakened(fidoFamily, { userVerification: 'discouraged', refuseCompromised: false }),
  weakened(gridFamily, {
    cellLength: 2,
    challengeCells: 3,
    challengeSeconds: 900,
    exposurePercent: 100,
  }),
  weakened(kbaFamily, {
    minimumNumberOfQuestions: 2,
    minimumAnswerLength: 2,
    passwordReset: false,
  }),
  weakened(tempAccessCodeFamily, {
    length: 8,
    characters: 'DIGITS',
    validityMillis: 30 * day,
    maximumUses: 100,
  }),
  weakened(entrustStFamily, {
    mutualChallenge: false,
    pushLifeSeconds: 300,
    activationLifeMinutes: 10_080,
  }),
  weakened(hardwareOathFamily, {
    timeWindow: 5,
    counterWindow: 20,
    resyncWindow: 500,
    shortSecrets: true,
  }),
  weakened(legacyTokenFamily, { timeWindow: 5, resyncWindow: 500 }),
  weakened(userCertFamily, { clientAuthRequired: false }),
  weakened(faceFamily, { registrationMinutes: 1440, challengeSeconds: 900 }),
]

const reading = async ({ name, read, weak }: Weakened) => {
  await store(name, weak)
  const [all, user, administrator] = [
    await read(test.ctx),
    await read(test.ctx, userId),
    await read(test.ctx, admin.id),
  ]
  const { fields = {}, usual = {} } = weakerFamily(name) ?? {}
  const weakIn = (values: object) =>
    weakFields(fields, { ...values }, usual).map(({ field }) => field)
  return { all, user, weakIn, administrator }
}

describe('settings that are weaker than the default', () => {
  it.each(table)(
    'do not hold for administrators: $name',
    {
      meta: { covers: ['S71'] },
    },
    async (family) => {
      const { name, weak } = family
      const { all, user, administrator, weakIn } = await reading(family)
      expect(all).toMatchObject(weak)
      expect(user).toEqual(all)
      expect(weakIn(user).length).toBeGreaterThan(0)
      expect(weakIn(administrator)).toEqual([])
      await store(name, {})
    },
  )

  it('are the same for all users where no administrator signs in so, so that no answer tells who is one', {
    meta: { covers: ['S29'] },
  }, async () => {
    const { all, administrator } = await reading(
      weakened(magicLinkFamily, { enabled: true, lifeSeconds: 900, opening: 'ANY_BROWSER' }),
    )
    expect(administrator).toEqual(all)
    await store(magicLinkFamily.name, {})
  })

  it('leave a lock that is tighter than usual as it is', async () => {
    const tight = { attempts: 1, lockMillis: 3_600_000 }
    await store('lockout', {
      authenticators: { OTP: tight, TOKEN: { attempts: 10, lockMillis: 300_000 } },
    })
    expect(await settingsReader(lockoutFamily)(test.ctx, admin.id)).toEqual({
      authenticators: { OTP: tight, TOKEN: { attempts: 3, lockMillis: 900_000 } },
    })
    await store('lockout', {})
  })

  it('let users, and no administrators, choose a shorter password', {
    meta: { covers: ['S71'] },
  }, async () => {
    const { token: as } = admin
    await test.call(updatePasswordSettings, { as, body: { minimumLength: 8 } })
    const other = await buildAdmin(test.ctx)
    const choose = async (id: string) => {
      const body = { password: 'wobv7ker', forceUpdate: false }
      const { status, text } = await test.call(setUserPassword, {
        as,
        params: { userid: id },
        body,
      })
      return [status, text]
    }
    expect(await choose(userId)).toEqual([200, expect.any(String)])
    expect(await choose(other.id)).toEqual([400, expect.stringContaining('password_invalid')])
    await test.call(updatePasswordSettings, { as, body: { minimumLength: 10 } })
  })
})

describe('a switch that weakens the sign-in of administrators', () => {
  const narrow = () =>
    buildAdmin(test.ctx, {
      permissions: [
        ['SETTINGS', 'VIEW'],
        ['SETTINGS', 'ADD'],
        ['SETTINGS', 'EDIT'],
      ],
    })
  const passed = { passthrough: { administrators: true } }

  it.each([
    ['passthrough', updatePassthroughSettings],
    ['temporary access codes', updateTempAccessCodeSettings],
  ] as const)(
    'is for super administrators alone: %s',
    {
      meta: { covers: ['S71'] },
    },
    async (_, endpoint) => {
      const body = { administrators: true }
      const { token: as } = await narrow()
      const refused = await test.call(endpoint, { as, body })
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('rights_not_held'),
      ])
      expect((await test.call(endpoint, { as: admin.token, body })).status).toBe(200)
      // What stands may be left, and taken back.
      expect((await test.call(endpoint, { as, body: { administrators: true } })).status).toBe(200)
      expect((await test.call(endpoint, { as, body: { administrators: false } })).status).toBe(200)
    },
  )

  it('is for super administrators alone in a group policy, too', {
    meta: { covers: ['S71'] },
  }, async () => {
    const { token: as } = await narrow()
    const [one, two] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const policy = { name: 'Branch', groupIds: [one.id], settings: passed }
    expect((await test.call(createGroupPolicy, { as, body: policy })).status).toBe(403)
    const made = await test.call(createGroupPolicy, { as: admin.token, body: policy })
    const { id } = JSON.parse(made.text)
    const change = async (body: typeof policy) =>
      (await test.call(updateGroupPolicy, { as, params: { id }, body })).status
    expect(await change({ ...policy, name: 'Branches' })).toBe(200)
    expect(await change({ ...policy, groupIds: [one.id, two.id] })).toBe(403)
  })
})
