import { GridChallenge } from '@signet/contract/access/authentication'
import { updateGridSettings } from '@signet/contract/settings/grid'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { noticeTo } from '../../../../testing/access/mail.ts'
import { secondNode } from '../../../../testing/access/nodes.ts'
import {
  browserOf,
  buildPerson,
  goodPassword,
  knownBrowser,
} from '../../../../testing/access/people.ts'
import { buildGrid, type HeldGrid } from '../../../../testing/authenticators/grids.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Call } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { exposureOf } from '../../authenticators/grids/grid-cells.ts'

let test: TestApp
let other: { readonly app: FastifyInstance; readonly call: Call }
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  other = await secondNode(test)
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await other.app.close()
  await test.close()
})

const Answered = z.object({ gridChallenge: GridChallenge })
type Browser = ReturnType<typeof browserOf>

const asked = async (browser: Browser) => {
  const answer = await browser.challenge('GRID')
  expect(answer.status, answer.text).toBe(200)
  return Answered.parse(JSON.parse(answer.text)).gridChallenge
}

const halfway = async (userId: string): Promise<Browser> => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  await browser.prove('PASSWORD', goodPassword)
  return browser
}

const withCard = async (given: Parameters<typeof buildPerson>[1] = {}) => {
  const user = await buildPerson(test.ctx, given)
  return { user, card: await buildGrid(test.ctx, user.id) }
}

const signIn = async (userId: string, card: HeldGrid) => {
  const browser = await halfway(userId)
  const { challenge } = await asked(browser)
  const done = await browser.prove('GRID', card.read(challenge))
  return { cells: challenge.map(({ column, row }) => `${column}${row}`), done }
}

const rowOf = (id: string) =>
  test.ctx.db
    .selectFrom('grids')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('a card that has shown much', () => {
  it('retires it in time, and its owner hears of it', { meta: { covers: ['S6'] } }, async () => {
    await test.call(updateGridSettings, { as, body: { rows: 4, columns: 4, exposurePercent: 30 } })
    const { user, card } = await withCard({ email: 'retired@example.test' })
    await test.call(updateGridSettings, { as, body: { rows: 8, columns: 10, exposurePercent: 30 } })
    // Which cells a challenge asks for is drawn: the card ends with the use that shows too much.
    let uses = 0
    let row = await rowOf(card.id)
    for (; uses < 25 && row.retired === null; uses += 1) {
      expect(exposureOf(test.ctx, row) * 100).toBeLessThanOrEqual(30)
      const { done } = await signIn(user.userId, card)
      expect(done.status, done.text).toBe(200)
      row = await rowOf(card.id)
    }
    expect(exposureOf(test.ctx, row) * 100).toBeGreaterThan(30)
    expect(uses).toBeGreaterThan(2)
    expect(await rowOf(card.id)).toMatchObject({ state: 'INACTIVE', retired: 'EXPOSURE' })
    const mail = await noticeTo(test, 'retired@example.test', /no longer works/)
    expect(mail.text).toContain(card.serial)
    await test.call(updateGridSettings, { as, body: { exposurePercent: 50 } })
  })
})

describe('a grid card', () => {
  it('is the second factor, and is active from its first use on', async () => {
    const { user, card } = await withCard()
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const half = await browser.prove('PASSWORD', goodPassword)
    expect(half.body).toMatchObject({
      authenticationCompleted: false,
      secondFactor: true,
      authenticators: [{ type: 'GRID' }],
    })
    const { challenge, cellLength, serialNumbers } = await asked(browser)
    expect(challenge).toHaveLength(3)
    expect(cellLength).toBe(2)
    expect(serialNumbers).toEqual([card.serial])
    const done = await browser.prove('GRID', card.read(challenge).toLowerCase())
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    expect(await rowOf(card.id)).toMatchObject({ state: 'ACTIVE', uses: 1 })
  })

  it('is asked by the same cells until they are answered, in whatever transaction', {
    meta: { covers: ['S6'] },
  }, async () => {
    const { user, card } = await withCard()
    const first = await halfway(user.userId)
    const { challenge } = await asked(first)
    expect((await first.prove('GRID', 'WRONG1')).body.code).toBe('invalid_user_response')
    expect((await asked(first)).challenge).toEqual(challenge)
    const second = await halfway(user.userId)
    expect((await asked(second)).challenge).toEqual(challenge)
    test.clock.advance(400_000)
    as = (await buildAdmin(test.ctx)).token
    const later = await halfway(user.userId)
    expect((await asked(later)).challenge).toEqual(challenge)
    expect((await later.prove('GRID', card.read(challenge))).status).toBe(200)
    const next = await halfway(user.userId)
    expect((await asked(next)).challenge).not.toEqual(challenge)
  })

  it('takes no answer after the challenge has ended, and counts it as no guess', async () => {
    const { user, card } = await withCard()
    const browser = await halfway(user.userId)
    const { challenge } = await asked(browser)
    test.clock.advance(301_000)
    as = (await buildAdmin(test.ctx)).token
    for (let tries = 0; tries < 5; tries += 1) {
      const late = await browser.prove('GRID', card.read(challenge), { sequenceNonce: `n${tries}` })
      expect(late.body.code).toBe('grid_challenge_expired')
    }
    const { challenge: again } = await asked(browser)
    expect((await browser.prove('GRID', card.read(again))).status).toBe(200)
  })

  it('takes no answer in a transaction that was asked nothing', async () => {
    const { user, card } = await withCard()
    const { challenge } = await asked(await halfway(user.userId))
    const browser = await halfway(user.userId)
    const answer = await browser.prove('GRID', card.read(challenge))
    expect(answer.body.code).toBe('grid_challenge_expired')
  })

  it('takes no challenge of another person', async () => {
    const { user } = await withCard()
    const { user: friend, card: theirs } = await withCard()
    const { challenge } = await asked(await halfway(friend.userId))
    const browser = await halfway(user.userId)
    await asked(browser)
    expect((await browser.prove('GRID', theirs.read(challenge))).status).toBe(401)
  })

  it('locks after three wrong answers', { meta: { covers: ['S6'] } }, async () => {
    const { user, card } = await withCard()
    const browser = await halfway(user.userId)
    const { challenge } = await asked(browser)
    for (const wrong of ['AAAAA1', 'AAAAA2', 'AAAAA3']) await browser.prove('GRID', wrong)
    const right = await browser.prove('GRID', card.read(challenge))
    expect(right.body.code).toBe('invalid_user_response_locked')
  })

  it('answers by any of the cards somebody has, and each answer costs as many guesses', {
    meta: { covers: ['S6'] },
  }, async () => {
    const { user } = await withCard()
    const second = await buildGrid(test.ctx, user.id)
    const { done } = await signIn(user.userId, second)
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    expect(await rowOf(second.id)).toMatchObject({ state: 'ACTIVE', uses: 1 })
    const browser = await halfway(user.userId)
    await asked(browser)
    await browser.prove('GRID', 'AAAAA1')
    await browser.prove('GRID', 'AAAAA2')
    expect((await browser.prove('GRID', 'AAAAA3')).body.code).toBe('invalid_user_response_locked')
  })

  it.each([
    ['is off', { state: 'INACTIVE' }],
    ['was cancelled', { state: 'CANCELED' }],
    ['has expired', { expires_at: new Date(0) }],
    ['is used up', { max_uses: 0 }],
  ] as const)('is no second factor while it %s', async (_, change) => {
    const { user, card } = await withCard()
    await test.ctx.db
      .updateTable('grids')
      .set(change)
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', card.id)
      .execute()
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const half = await browser.prove('PASSWORD', goodPassword)
    expect(half.body).toMatchObject({ authenticationCompleted: true })
  })
})

describe('what a card has shown', () => {
  it('is not asked again at once, and never the same cells together', async () => {
    const { user, card } = await withCard()
    const seen: string[][] = []
    for (let times = 0; times < 6; times += 1) {
      const { cells, done } = await signIn(user.userId, card)
      expect(done.status, done.text).toBe(200)
      seen.push(cells)
    }
    expect(new Set(seen.flat()).size).toBe(18)
    const answered = await test.ctx.db
      .selectFrom('grid_answers')
      .select('cells')
      .where('tenant_id', '=', test.tenant.id)
      .where('grid_id', '=', card.id)
      .execute()
    expect(answered.map(({ cells }) => cells).toSorted()).toEqual(
      seen.map((cells) => cells.join(' ')).toSorted(),
    )
  })

  it('refuses cells that the card was answered by before', {
    meta: { covers: ['S11'] },
  }, async () => {
    const { user, card } = await withCard()
    const browser = await halfway(user.userId)
    const { challenge } = await asked(browser)
    const cells = challenge.map(({ column, row }) => `${column}${row}`).join(' ')
    await test.ctx.db
      .insertInto('grid_answers')
      .values({ tenant_id: test.tenant.id, grid_id: card.id, cells })
      .execute()
    expect((await browser.prove('GRID', card.read(challenge))).status).toBe(401)
    expect(await rowOf(card.id)).toMatchObject({ state: 'PENDING', uses: 0 })
  })

  it('ends with the last of its uses', async () => {
    await test.call(updateGridSettings, { as, body: { maximumUses: 2 } })
    const { user, card } = await withCard()
    await test.call(updateGridSettings, { as, body: { maximumUses: null } })
    await signIn(user.userId, card)
    expect(await rowOf(card.id)).toMatchObject({ state: 'ACTIVE', retired: null })
    await signIn(user.userId, card)
    expect(await rowOf(card.id)).toMatchObject({ state: 'INACTIVE', retired: 'USES', uses: 2 })
  })
})

describe('of fifty at once, on two nodes, exactly one', () => {
  it('signs in with one answer of a grid card', { meta: { covers: ['S11'] } }, async () => {
    const { user, card } = await withCard()
    const browsers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const node = index % 2 === 0 ? test.call : other.call
        const browser = await knownBrowser(test.ctx, node, user)
        await browser.query(user.userId)
        await browser.prove('PASSWORD', goodPassword)
        return browser
      }),
    )
    const challenges = []
    for (const browser of browsers) challenges.push(await asked(browser))
    const answer = card.read(challenges[0]?.challenge ?? [])
    const answers = await Promise.all(browsers.map((browser) => browser.prove('GRID', answer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rowOf(card.id)).toMatchObject({ uses: 1 })
  })
})
