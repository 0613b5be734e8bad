import { cardFormats } from '@signet/card/chip/card-formats'
import {
  createSmartCardProfile,
  deleteSmartCardProfile,
  formatSmartCard,
  listSmartCardProfiles,
  readSmartCardProfile,
  testSmartCard,
  updateSmartCardProfile,
} from '@signet/contract/issuance/smart-card-profiles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const keysOf = {
  PROX: {},
  ICLASS: { write: 'a1a2a3a4a5a6a7a8' },
  MIFARE_CLASSIC: { read: 'b1b2b3b4b5b6', write: 'c1c2c3c4c5c6' },
} as const
type CardType = keyof typeof keysOf
const types = ['PROX', 'ICLASS', 'MIFARE_CLASSIC'] as const
const blockOf = { PROX: 1, ICLASS: 7, MIFARE_CLASSIC: 5 } as const

let count = 0
const profile = (cardType: CardType, change: object = {}) => ({
  name: `Profile ${(count += 1)}`,
  layout: cardFormats.H10301,
  facilityCode: 118,
  block: blockOf[cardType],
  keys: keysOf[cardType],
  ...change,
})

const added = async (cardType: CardType, change: object = {}) => {
  const body = profile(cardType, change)
  const answer = await test.call(createSmartCardProfile, { as, params: { cardType }, body })
  expect(answer.status, answer.text).toBe(201)
  return { name: body.name, params: { cardType, id: String(answer.body.id) }, answer }
}

const refusal = async (cardType: CardType, change: object) => {
  const body = profile(cardType, change)
  const { body: answer } = await test.call(createSmartCardProfile, {
    as,
    params: { cardType },
    body,
  })
  return answer.errorCode
}

const outcomes = ({ steps }: { steps?: unknown }): string[] =>
  (Array.isArray(steps) ? steps : []).map(
    ({ step, outcome, reason }) => `${step} ${outcome}${reason === null ? '' : ` ${reason}`}`,
  )

describe('a profile of smart cards', () => {
  it('is added, listed under its type, saved under its ETag and deleted', {
    meta: { covers: ['issuance.smart-card-profiles'] },
  }, async () => {
    const { name, params } = await added('PROX')
    const read = await test.call(readSmartCardProfile, { as, params })
    expect(read.body).toMatchObject({ name, cardType: 'PROX', facilityCode: 118, issueLevel: 0 })
    expect(read.headers.etag).toBe('"1"')
    const listed = async (cardType: CardType) =>
      (await test.call(listSmartCardProfiles, { as, params: { cardType } })).text.includes(name)
    expect([await listed('PROX'), await listed('ICLASS')]).toEqual([true, false])
    const elsewhere = { cardType: 'ICLASS', id: params.id }
    expect((await test.call(readSmartCardProfile, { as, params: elsewhere })).status).toBe(404)
    const change = () =>
      test.call(updateSmartCardProfile, {
        as,
        params,
        headers: { 'if-match': '"1"' },
        body: profile('PROX', { name, facilityCode: 7 }),
      })
    expect((await change()).body).toMatchObject({ facilityCode: 7, version: 2 })
    expect((await change()).status).toBe(412)
    expect((await test.call(deleteSmartCardProfile, { as, params })).status).toBe(204)
    expect((await test.call(readSmartCardProfile, { as, params })).body.errorCode).toBe(
      'ISSUANCE_SMART_CARD_PROFILE_NOT_FOUND',
    )
  })

  it('has a name of its own among its type, however it is spelled', async () => {
    const { name } = await added('PROX')
    expect(await refusal('PROX', { name: name.toUpperCase() })).toBe(
      'ISSUANCE_SMART_CARD_PROFILE_EXISTS',
    )
    await added('ICLASS', { name })
  })

  it.each([
    ['an unclear layout', { layout: { ...cardFormats.H10301, bits: 27 } }],
    ['a layout that has no room', { layout: { ...cardFormats.H10302, bits: 38 } }],
    ['a facility code that is too great', { facilityCode: 256 }],
    ['an issue level that the layout has no place for', { issueLevel: 1 }],
    ['a block that is none', { block: 2 }],
  ])('is refused with %s', async (_, change) => {
    expect(await refusal('PROX', change)).toBe('ISSUANCE_SMART_CARD_PROFILE_INVALID')
  })

  it.each([
    ['of keys', { block: 7 }],
    ['of the maker', { block: 1 }],
  ])('puts no credential into a block %s', async (_, change) => {
    expect(await refusal('MIFARE_CLASSIC', change)).toBe('ISSUANCE_SMART_CARD_PROFILE_INVALID')
  })

  it('has every key of its type, in the length of the type', async () => {
    const { read, write } = keysOf.MIFARE_CLASSIC
    for (const keys of [{}, { write }, { read, write: `${write}00` }]) {
      expect(await refusal('MIFARE_CLASSIC', { keys })).toBe('ISSUANCE_SMART_CARD_KEY_NEEDED')
    }
    expect(await refusal('PROX', { keys: { write } })).toBe('ISSUANCE_SMART_CARD_KEY_NEEDED')
  })

  it('shows none of its keys, keeps them sealed, and those that are left out', {
    meta: { covers: ['S5'] },
  }, async () => {
    const { params, answer } = await added('MIFARE_CLASSIC')
    const { read, write } = keysOf.MIFARE_CLASSIC
    expect(answer.body.keys).toEqual({ transport: false, read: true, write: true })
    const row = await test.ctx.db
      .selectFrom('smart_card_profiles')
      .selectAll()
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    for (const key of [read, write]) {
      expect(answer.text).not.toContain(key)
      expect(row.sealed_keys.includes(key)).toBe(false)
    }
    const body = profile('MIFARE_CLASSIC', { keys: { read: 'd1d2d3d4d5d6' } })
    expect((await test.call(updateSmartCardProfile, { as, params, body })).status).toBe(200)
    const again = await test.call(testSmartCard, { as, params, body: { cardNumber: 1 } })
    expect(again.body.isDone).toBe(true)
  })

  it('is changed and used by none who is limited to groups', {
    meta: { covers: ['S22'] },
  }, async () => {
    const { name, params } = await added('PROX')
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [(await buildGroup(test.ctx)).id],
      permissions: [
        ['SMARTCARDS', 'VIEW'],
        ['SMARTCARDS', 'ADD'],
        ['SMARTCARDS', 'EDIT'],
        ['SMARTCARDS', 'REMOVE'],
      ],
    })
    const refused = [
      await test.call(createSmartCardProfile, {
        as: token,
        params: { cardType: 'PROX' },
        body: profile('PROX'),
      }),
      await test.call(updateSmartCardProfile, { as: token, params, body: profile('PROX') }),
      await test.call(deleteSmartCardProfile, { as: token, params }),
      await test.call(formatSmartCard, { as: token, params, body: { confirm: name } }),
      await test.call(testSmartCard, { as: token, params, body: { cardNumber: 1 } }),
    ]
    expect(refused.map(({ body }) => body.errorCode)).toEqual(refused.map(() => 'rights_not_held'))
  })
})

const formatting = {
  PROX: ['CONNECT DONE', 'PROVE_KEY NOT_NEEDED', 'ERASE DONE', 'WRITE_KEYS NOT_NEEDED'],
  ICLASS: ['CONNECT DONE', 'PROVE_KEY DONE', 'ERASE DONE', 'WRITE_KEYS DONE'],
  MIFARE_CLASSIC: ['CONNECT DONE', 'PROVE_KEY DONE', 'ERASE DONE', 'WRITE_KEYS DONE'],
} as const

describe('formatting a card', () => {
  it.each(types)(
    '%s from the factory, and one that was formatted before',
    { meta: { covers: ['issuance.smart-card-profiles'] } },
    async (cardType) => {
      const { name, params } = await added(cardType)
      for (const card of ['BLANK', 'FORMATTED']) {
        const { body } = await test.call(formatSmartCard, {
          as,
          params,
          body: { card, confirm: name },
        })
        const last = `PROVE_NEW_KEY ${cardType === 'PROX' ? 'NOT_NEEDED' : 'DONE'}`
        expect(outcomes(body)).toEqual([...formatting[cardType], last])
        expect(body).toMatchObject({
          isDone: true,
          serialNumber: expect.stringMatching(/^[0-9A-F]+$/),
        })
      }
    },
  )

  it('takes the name of the profile, typed', async () => {
    const { name, params } = await added('ICLASS')
    const body = { confirm: name.toLowerCase() }
    const { body: refused } = await test.call(formatSmartCard, { as, params, body })
    expect(refused.errorCode).toBe('ISSUANCE_SMART_CARD_NOT_CONFIRMED')
  })

  it('leaves a card as it is whose keys nobody knows', async () => {
    const { name, params } = await added('MIFARE_CLASSIC')
    const { body } = await test.call(formatSmartCard, {
      as,
      params,
      body: { card: 'FOREIGN', confirm: name },
    })
    expect(outcomes(body)).toEqual(['CONNECT DONE', 'PROVE_KEY FAILED KEY_REFUSED'])
    expect(body.isDone).toBe(false)
  })
})

describe('testing a card', () => {
  it.each([
    ['PROX', '1D5559555569A9A555A59569'],
    ['ICLASS', '0000000006EC0C86'],
    ['MIFARE_CLASSIC', '00000000000000000000000006EC0C86'],
  ] as const)(
    '%s writes a credential, reads it back and compares',
    { meta: { covers: ['issuance.smart-card-profiles'] } },
    async (cardType, memory) => {
      const { params } = await added(cardType)
      const { body, text } = await test.call(testSmartCard, {
        as,
        params,
        body: { cardNumber: 1603 },
      })
      expect(body.isDone, text).toBe(true)
      expect(outcomes(body).at(-1)).toBe('COMPARE DONE')
      expect(body.credential).toMatchObject({
        bits: '10111011000000110010000110',
        memory: expect.stringContaining(memory),
        facilityCode: 118,
        cardNumber: 1603,
      })
    },
  )

  it('names the step that fails, and why', async () => {
    const { params } = await added('MIFARE_CLASSIC')
    const tried = async (card: string) => {
      const { body } = await test.call(testSmartCard, { as, params, body: { card, cardNumber: 1 } })
      return outcomes(body).at(-1)
    }
    expect(await tried('BLANK')).toBe('PROVE_KEY FAILED KEY_REFUSED')
    expect(await tried('FOREIGN')).toBe('PROVE_KEY FAILED KEY_REFUSED')
    expect(await tried('TAKEN_AWAY')).toBe('WRITE FAILED NO_CARD')
  })

  it('refuses a number that has no room', async () => {
    const { params } = await added('PROX')
    const { body } = await test.call(testSmartCard, { as, params, body: { cardNumber: 65_536 } })
    expect(body.errorCode).toBe('ISSUANCE_SMART_CARD_VALUE_INVALID')
  })
})
