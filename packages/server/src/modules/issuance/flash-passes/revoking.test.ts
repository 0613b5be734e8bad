import { updateEnrollment } from '@signet/contract/issuance/enrollments'
import {
  readFlashPassDesign,
  updateFlashPassDesign,
} from '@signet/contract/issuance/flash-pass-designs'
import {
  revokeFlashPass,
  revokeFlashPassesOfMatching,
} from '@signet/contract/issuance/flash-pass-revocations'
import { claimGooglePass, readFlashPassDownload } from '@signet/contract/issuance/flash-passes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  answerForGoogle,
  type GoogleDouble,
  waitingFor,
} from '../../../../testing/issuance/flash-passes.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { buildFlashPass } from '../../../security/sweep/flash-pass-rows.ts'
import { removeAll } from '../enrollments/enrollments.service.ts'
import { workOnPass } from './updates.ts'

let test: TestApp
let as: string
let google: GoogleDouble
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  google = answerForGoogle(test.platform)
})
afterAll(() => test.close())
beforeEach(async () => {
  as = (await buildAdmin(test.ctx)).token
  google.status = 200
})

/** Puts a pass into Google Wallet, by a link of its own. */
const claim = async (enrollmentId: string) => {
  const params = { walletType: 'google' as const, enrollmentId }
  const { body } = await test.call(readFlashPassDownload, { as, params })
  const claimToken = String(body.pageUri).split('/').at(-1) ?? ''
  return test.call(claimGooglePass, { params: { enrollmentId, claimToken } })
}

/** A pass that somebody has in Google Wallet. */
const claimed = async () => {
  const made = await buildFlashPass(test.ctx)
  const { enrollmentId } = made
  await claim(enrollmentId)
  const pass = await test.ctx.db
    .selectFrom('flash_passes')
    .select('id')
    .where('enrollment_id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
  return { ...made, passId: pass.id }
}

const waiting = (passId: string) => waitingFor(test.ctx, passId)

const work = async (passId: string, isLast = false): Promise<void> => {
  google.asked.splice(0)
  const [content] = await waiting(passId)
  if (content === undefined) throw new Error('no job waits for this pass')
  await workOnPass(test.ctx, { jobRowId: test.platform.ids.uuid(), content, isLast })
}

const given = () => JSON.parse(google.asked.at(-1)?.body ?? '{}')

const eventsOf = async (passId: string) => {
  const lines = await test.ctx.db
    .selectFrom('flash_pass_log')
    .select('event')
    .where('pass_id', '=', passId)
    .orderBy('number')
    .execute()
  return lines.map(({ event }) => event)
}

const revocationsOf = (passId: string) =>
  test.ctx.db
    .selectFrom('audit_events')
    .select('id')
    .where('action', '=', 'FLASH_PASS_REVOKED')
    .where('entity_id', '=', passId)
    .execute()

const revoke = (enrollmentId: string) =>
  test.call(revokeFlashPass, { as, params: { enrollmentId } })

describe('a pass that is taken back', () => {
  it('is over in Google Wallet soon after, and makes room for another', async () => {
    const { enrollmentId, passId } = await claimed()
    const { body } = await revoke(enrollmentId)
    expect(body).toMatchObject({ id: passId, state: 'REVOKED' })
    await work(passId)
    expect(given()).toMatchObject({ state: 'EXPIRED' })
    expect(await eventsOf(passId)).toEqual(['ISSUED', 'LINK_MADE', 'CLAIMED', 'REVOKED', 'UPDATED'])
    expect((await revoke(enrollmentId)).body.errorCode).toBe('ISSUANCE_FLASH_PASS_NOT_FOUND')
  })

  it('is over also while it is put into another phone', async () => {
    const { enrollmentId, passId } = await claimed()
    google.meanwhile = async () => {
      await revoke(enrollmentId)
      await work(passId)
    }
    const late = await claim(enrollmentId)
    expect(late.body.errorCode).toBe('ISSUANCE_FLASH_PASS_LINK_INVALID')
    expect(given()).toMatchObject({ state: 'ACTIVE' })
    expect(await waiting(passId)).toHaveLength(2)
    await work(passId)
    expect(given()).toMatchObject({ state: 'EXPIRED' })
  })

  it('is over also while something else of it is told', async () => {
    const { enrollmentId, passId } = await claimed()
    const body = { values: { 'Last name': 'King' } }
    await test.call(updateEnrollment, { as, params: { enrollmentId }, body })
    google.meanwhile = () => revoke(enrollmentId)
    await work(passId)
    expect(given()).toMatchObject({ state: 'EXPIRED' })
  })

  it('is over once when two take it back at the same moment', async () => {
    const { enrollmentId, passId } = await claimed()
    const both = await Promise.all([revoke(enrollmentId), revoke(enrollmentId)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await eventsOf(passId)).filter((event) => event === 'REVOKED')).toHaveLength(1)
    expect(await revocationsOf(passId)).toHaveLength(1)
  })

  it('is over once when it is also one of all that match', async () => {
    const { enrollmentId, passId, workflowId } = await claimed()
    const [one, all] = await Promise.all([
      revoke(enrollmentId),
      test.call(revokeFlashPassesOfMatching, { as, body: { workflowId } }),
    ])
    expect(one.status).toBe(all.body.revoked === 1 ? 404 : 200)
    expect((await eventsOf(passId)).filter((event) => event === 'REVOKED')).toHaveLength(1)
  })

  it('is called off where nobody has it, and no wallet is told', async () => {
    const { enrollmentId } = await buildFlashPass(test.ctx)
    const { body } = await revoke(enrollmentId)
    expect(body.state).toBe('CANCELLED')
    expect(await waiting(String(body.id))).toEqual([])
  })

  it('may be one of all that match', async () => {
    const { workflowId, passId } = await claimed()
    const body = { workflowId }
    const first = await test.call(revokeFlashPassesOfMatching, { as, body })
    expect(first.body).toEqual({ revoked: 1, more: false })
    const again = await test.call(revokeFlashPassesOfMatching, { as, body })
    expect(again.body).toEqual({ revoked: 0, more: false })
    expect(await waiting(passId)).toHaveLength(1)
  })

  it('shows nothing of a record that is deleted', async () => {
    const { enrollmentId, passId } = await claimed()
    await removeAll(test.ctx, [enrollmentId])
    await work(passId)
    expect(given()).toMatchObject({ state: 'EXPIRED' })
    expect(JSON.stringify(given())).not.toMatch(/\bAda\b/)
  })
})

describe('a pass in a wallet', () => {
  it('shows what its record says now', async () => {
    const { enrollmentId, passId } = await claimed()
    const changed = await test.call(updateEnrollment, {
      as,
      params: { enrollmentId },
      body: { values: { 'Last name': 'King' } },
    })
    expect(changed.status).toBe(200)
    await work(passId)
    expect(given().header.defaultValue.value).toBe('Ada King')
  })

  it('shows what its design says now', async () => {
    const { designId, passId } = await claimed()
    const params = { mobileFlashPassDesignId: designId }
    for (const title of ['Campus library', 'Library']) {
      const { body } = await test.call(readFlashPassDesign, { as, params })
      const changed = { ...body, title }
      const saved = await test.call(updateFlashPassDesign, { as, params, body: changed })
      expect(saved.status).toBe(200)
    }
    expect(await waiting(passId)).toEqual([])
    const walks = await waiting(designId)
    expect(walks.map(({ kind }) => kind)).toEqual(['DESIGN', 'DESIGN'])
    for (const content of walks) {
      await workOnPass(test.ctx, { jobRowId: test.platform.ids.uuid(), content, isLast: false })
    }
    // What a later save has overtaken tells nobody.
    expect(await waiting(passId)).toHaveLength(1)
    await work(passId)
    expect(given().cardTitle.defaultValue.value).toBe('Library')
  })

  it('is told again where Google is busy, and the log says what failed in the end', async () => {
    const { enrollmentId, passId } = await claimed()
    await revoke(enrollmentId)
    google.status = 503
    await expect(work(passId)).rejects.toThrow('503')
    await expect(work(passId, true)).rejects.toThrow('503')
    expect((await eventsOf(passId)).at(-1)).toBe('UPDATE_FAILED')
  })
})
