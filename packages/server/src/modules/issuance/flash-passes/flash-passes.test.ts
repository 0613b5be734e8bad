import { deleteEnrollments } from '@signet/contract/issuance/enrollments'
import {
  deleteFlashPassDesign,
  readFlashPassCredits,
} from '@signet/contract/issuance/flash-pass-designs'
import {
  cancelFlashPasses,
  claimApplePass,
  claimGooglePass,
  downloadApplePass,
  downloadFlashPassLog,
  downloadFlashPassLogTable,
  downloadGooglePass,
  issueFlashPasses,
  issueFlashPassesEach,
  issueFlashPassesOfMatching,
  listFlashPasses,
  readFlashPassClaim,
  readFlashPassDownload,
  readFlashPasses,
} from '@signet/contract/issuance/flash-passes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import {
  answerForGoogle,
  type GoogleDouble,
  passIn,
  setUpWallets,
  waitingFor,
} from '../../../../testing/issuance/flash-passes.ts'
import { createPassSigner, type PassSigner } from '../../../../testing/issuance/pass-signer.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { buildEnrollment } from '../../../security/sweep/enrollment-rows.ts'
import { buildFlashPassDesign } from '../../../security/sweep/flash-pass-rows.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'
import { workOnPass } from './updates.ts'

let test: TestApp
let as: string
let signer: PassSigner
let google: GoogleDouble
beforeAll(async () => {
  signer = await createPassSigner()
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  await setUpWallets(test.ctx, signer)
  google = answerForGoogle(test.platform)
})
afterAll(() => test.close())
beforeEach(async () => {
  as = (await buildAdmin(test.ctx)).token
  google.asked.splice(0)
  google.status = 200
})

afterEach(async () => {
  // As if there had never been one.
  for (const table of ['entitlements', 'removed_entitlements'] as const) {
    await test.ctx.db.deleteFrom(table).where('tenant_id', '=', test.tenant.id).execute()
  }
})

interface Holder {
  readonly enrollmentId: string
  readonly workflowId: string
  readonly designId: string
}

const holder = async (values: Readonly<Record<string, string>> = {}): Promise<Holder> => {
  const { enrollmentId, workflowId } = await buildEnrollment(test.ctx, values)
  return { enrollmentId, workflowId, designId: await buildFlashPassDesign(test.ctx, workflowId) }
}

/** More records like this one. */
const copiesOf = async (
  enrollmentId: string,
  count: number,
  change: { readonly content?: string } = {},
): Promise<readonly string[]> => {
  const one = await test.ctx.db
    .selectFrom('enrollments')
    .selectAll()
    .where('id', '=', enrollmentId)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, (_, at) => ({
    ...one,
    id: test.platform.ids.uuid(),
    title: `A ${at}`,
    title_key: `a ${at}`,
    content: JSON.stringify(one.content),
    state: JSON.stringify(one.state),
    ...change,
  }))
  await test.ctx.db.insertInto('enrollments').values(copies).execute()
  return copies.map(({ id }) => id)
}

const issue = ({ designId, enrollmentId }: Holder, beside: object = {}) =>
  test.call(issueFlashPasses, {
    as,
    body: { designId, enrollmentIds: [enrollmentId], ...beside },
  })

const issued = async (): Promise<Holder & { readonly batchId: string }> => {
  const made = await holder()
  const { body } = await issue(made)
  return { ...made, batchId: String(body.id) }
}

const tokenIn = (uri: unknown): string => String(uri).split('/').at(-1) ?? ''

const linkTo = async (enrollmentId: string, walletType: 'apple' | 'google') => {
  const params = { walletType, enrollmentId }
  const { body } = await test.call(readFlashPassDownload, { as, params })
  return { enrollmentId, claimToken: tokenIn(body.pageUri) }
}

interface Link {
  readonly enrollmentId: string
  readonly claimToken: string
}

/** The file is no text. */
const claimApple = async (link: Link) => {
  const query = new URLSearchParams({ enrollmentTokenJson: JSON.stringify(link) })
  const answer = await test.app.inject({
    method: 'POST',
    url: `${claimApplePass.path}?${query}`,
    headers: { host: new URL(test.tenant.publicUrl).host },
  })
  const { statusCode: status, headers, rawPayload: raw } = answer
  const errorCode = status === 200 ? null : answer.json().errorCode
  return { status, headers, raw, errorCode }
}
const claimGoogle = (params: Link) => test.call(claimGooglePass, { params })

const passOf = async (batchId: string) => {
  const { body } = await test.call(readFlashPasses, { as, params: { id: batchId } })
  return Object(body.passes)[0]
}

const eventsOf = async (batchId: string): Promise<readonly string[]> => {
  const { text } = await test.call(downloadFlashPassLog, { as, params: { id: batchId } })
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split('  ')[3] ?? '')
}

const creditsLeft = async () => (await test.call(readFlashPassCredits, { as })).body.credits

describe('a pass', () => {
  it('is issued, found by its record, and claimed for Apple Wallet as the file that it takes', {
    meta: { covers: ['issuance.flash-pass-wallets'] },
  }, async () => {
    const { enrollmentId, batchId } = await issued()
    expect(await passOf(batchId)).toMatchObject({
      enrollmentId,
      title: expect.stringContaining('Ada'),
      state: 'ISSUED',
      wallets: [],
      linkUntil: null,
    })
    const link = await linkTo(enrollmentId, 'apple')
    const shown = await test.call(readFlashPassClaim, { body: link })
    expect(shown.body).toMatchObject({ title: 'Campus', wallets: ['APPLE'] })
    const { status, headers, raw } = await claimApple(link)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.apple.pkpass')
    const pass = await passOf(batchId)
    expect(pass).toMatchObject({ state: 'CLAIMED', wallets: ['APPLE'], linkUntil: null })
    const content = await passIn(raw)
    expect(content).toMatchObject({
      serialNumber: pass.id,
      generic: { primaryFields: [{ value: 'Ada Lovelace' }] },
    })
    expect(content).not.toHaveProperty('voided')
    const listed = await test.call(listFlashPasses, { as, query: { enrollmentId } })
    expect(Object(listed.body)[0]).toMatchObject({ id: batchId, passes: [{ id: pass.id }] })
    expect(await eventsOf(batchId)).toEqual(['ISSUED', 'LINK_MADE', 'CLAIMED'])
  })

  it('is claimed for Google Wallet by a link that names it alone, with what it shows given before', {
    meta: { covers: ['issuance.flash-pass-wallets'] },
  }, async () => {
    const { enrollmentId, batchId, designId } = await issued()
    const { body } = await claimGoogle(await linkTo(enrollmentId, 'google'))
    const uri = String(body.uri)
    expect(uri.startsWith('https://pay.google.com/gp/v/save/')).toBe(true)
    expect(uri.length).toBeLessThan(1800)
    const { id } = await passOf(batchId)
    expect(JSON.parse(google.asked[2]?.body ?? '')).toMatchObject({
      id: `3388000000012345678.${designId}.${id}`,
      state: 'ACTIVE',
      header: { defaultValue: { value: 'Ada Lovelace' } },
    })
  })

  it('ends its days after the first claim, and the file says so', {
    meta: { covers: ['lifecycle.print-states-open'] },
  }, async () => {
    const { enrollmentId, batchId, designId } = await issued()
    const design = await test.ctx.db
      .selectFrom('flash_pass_designs')
      .select('content')
      .where('id', '=', designId)
      .executeTakeFirstOrThrow()
    await test.ctx.db
      .updateTable('flash_pass_designs')
      .set({ content: JSON.stringify({ ...design.content, validDays: 2 }) })
      .where('id', '=', designId)
      .execute()
    const { raw } = await claimApple(await linkTo(enrollmentId, 'apple'))
    const { endsAt, claimedAt } = await passOf(batchId)
    expect((await passIn(raw)).expirationDate).toBe(endsAt)
    expect(Math.round((Date.parse(endsAt) - Date.parse(claimedAt)) / 3_600_000)).toBe(48)
    test.clock.advance(2 * 86_400_000)
    as = (await buildAdmin(test.ctx)).token
    expect(await passOf(batchId)).toMatchObject({ state: 'EXPIRED' })
    expect((await issue({ enrollmentId, designId, workflowId: '' })).status).toBe(200)
  })

  it('is issued to nobody twice, to no unfinished record, and not of another design', async () => {
    const made = await holder()
    expect((await issue(made)).status).toBe(200)
    expect((await issue(made)).body.errorCode).toBe('ISSUANCE_FLASH_PASS_ACTIVE')
    const other = await holder()
    const foreign = await issue({ ...made, enrollmentId: other.enrollmentId })
    expect(foreign.body.errorCode).toBe('invalid_parameters')
    const both = await test.call(issueFlashPassesEach, {
      as,
      body: { designId: made.designId, enrollmentIds: [made.enrollmentId] },
    })
    expect(both.body).toMatchObject({
      batchId: null,
      results: [{ pass: null, errorCode: 'ISSUANCE_FLASH_PASS_ACTIVE' }],
    })
  })

  /* Guard: the unique index `flash_passes_live`, and `onConflict` in `insertPasses`. */
  it('comes once of many at once', { meta: { covers: ['S57'] } }, async () => {
    const made = await holder()
    const all = await Promise.all(Array.from({ length: 6 }, () => issue(made)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is counted in one batch of those that are issued at once, and none is empty', async () => {
    const { designId, enrollmentId } = await holder()
    const enrollmentIds = [enrollmentId, ...(await copiesOf(enrollmentId, 1))]
    const body = { designId, enrollmentIds }
    const each = () => test.call(issueFlashPassesEach, { as, body })
    const one = () =>
      test.call(issueFlashPassesEach, { as, body: { designId, enrollmentIds: [enrollmentId] } })
    const row = { table: 'flash_pass_designs', column: 'id', value: designId }
    await whileHeld(test.ctx, row, () => Promise.all([one(), each(), each()]))
    const batches = await test.ctx.db
      .selectFrom('flash_pass_batches as b')
      .leftJoin('flash_passes as p', 'p.batch_id', 'b.id')
      .select((eb) => ['b.total', eb.fn.count<string>('p.id').as('passes')])
      .where('b.tenant_id', '=', test.tenant.id)
      .where('b.design_id', '=', designId)
      .groupBy(['b.id', 'b.total'])
      .execute()
    expect(batches.map(({ passes }) => Number(passes))).toEqual(batches.map(({ total }) => total))
    expect(batches.reduce((sum, { total }) => sum + total, 0)).toBe(2)
    expect(batches.filter(({ total }) => total === 0)).toEqual([])
  })

  it('is not issued for a record that is deleted at the same moment', async () => {
    const made = await holder()
    const row = { table: 'enrollments', column: 'id', value: made.enrollmentId }
    const ids = [made.enrollmentId]
    const [gone, answer] = await whileHeld(test.ctx, row, async ({ untilWaiting }) => {
      const deletion = test.call(deleteEnrollments, { as, body: { ids } })
      await untilWaiting(1)
      return Promise.all([deletion, issue(made)])
    })
    expect(gone.status).toBe(204)
    expect(answer.body.errorCode).toBe('ISSUANCE_ENROLLMENT_NOT_FOUND')
  })

  it('is issued for all records that match and have none', async () => {
    const { designId, workflowId } = await holder()
    const body = { designId, workflowId }
    const first = await test.call(issueFlashPassesOfMatching, { as, body })
    expect(first.body).toEqual({ issued: 1, refused: 0, more: false, cursor: null })
    const again = await test.call(issueFlashPassesOfMatching, { as, body })
    expect(again.body).toEqual({ issued: 0, refused: 0, more: false, cursor: null })
  })

  /* Guard: `position` in `issueMatching` (issuing.service.ts). */
  it('is issued for those that match beyond many who have no address', async () => {
    const { designId, workflowId, enrollmentId } = await holder({ Mail: 'z@acme.example' })
    const one = await test.ctx.db
      .selectFrom('enrollments')
      .select('content')
      .where('id', '=', enrollmentId)
      .executeTakeFirstOrThrow()
    const entries = Object.entries(one.content).filter(([, value]) => !value.includes('@'))
    await copiesOf(enrollmentId, 200, { content: JSON.stringify(Object.fromEntries(entries)) })
    const body = { designId, workflowId, mailField: 'Mail' }
    const first = await test.call(issueFlashPassesOfMatching, { as, body })
    expect(first.body).toMatchObject({ issued: 0, refused: 200, more: true })
    const { cursor } = first.body
    const next = await test.call(issueFlashPassesOfMatching, { as, body: { ...body, cursor } })
    expect(next.body).toEqual({ issued: 1, refused: 0, more: false, cursor: null })
    const wrong = await test.call(issueFlashPassesOfMatching, {
      as,
      body: { designId, workflowId, cursor },
    })
    expect(wrong.body.errorCode).toBe('invalid_parameters')
  })

  it('is seen by administrators of its record’s group alone', async () => {
    const { batchId, enrollmentId } = await issued()
    const group = (await buildGroup(test.ctx)).id
    as = (
      await buildAdmin(test.ctx, {
        groupIds: [group],
        permissions: [['ENROLLMENTS', 'VIEW']],
      })
    ).token
    const read = await test.call(readFlashPasses, { as, params: { id: batchId } })
    expect(read.body.errorCode).toBe('ISSUANCE_FLASH_PASS_BATCH_NOT_FOUND')
    const listed = await test.call(listFlashPasses, { as, query: { enrollmentId } })
    expect(listed.body).toEqual([])
  })

  it('leaves no name behind when its record goes, and its links go with it', {
    meta: { covers: ['S57'] },
  }, async () => {
    const { batchId, enrollmentId } = await issued()
    const link = await linkTo(enrollmentId, 'apple')
    await test.call(deleteEnrollments, { as, body: { ids: [enrollmentId] } })
    expect(await passOf(batchId)).toMatchObject({
      state: 'CANCELLED',
      title: '',
      enrollmentId: null,
    })
    expect((await claimApple(link)).errorCode).toBe('ISSUANCE_FLASH_PASS_LINK_INVALID')
  })

  it('keeps its design', async () => {
    const params = { mobileFlashPassDesignId: (await issued()).designId }
    const { body } = await test.call(deleteFlashPassDesign, { as, params })
    expect(body.errorCode).toBe('ISSUANCE_FLASH_PASS_DESIGN_IN_USE')
  })

  it('has one line of its log for each thing that happened, whatever its title', {
    meta: { covers: ['S63'] },
  }, async () => {
    const { batchId } = await issued()
    await test.ctx.db
      .updateTable('flash_passes')
      .set({ title: 'Ada\r\n2026-01-01T00:00:00.000Z  0  Eve  REVOKED' })
      .where('batch_id', '=', batchId)
      .execute()
    const { text } = await test.call(downloadFlashPassLog, { as, params: { id: batchId } })
    expect(text.trim().split('\r\n')).toHaveLength(1)
  })

  it('has a log as lines and as a table', async () => {
    const { batchId } = await issued()
    const { text } = await test.call(downloadFlashPassLogTable, { as, params: { id: batchId } })
    const [head, line] = text.split('\r\n')
    expect(head).toBe('at,position,title,event,detail')
    expect(line).toMatch(/,0,.*Ada.*,ISSUED,$/)
  })
})

describe('a link', () => {
  it('that fails in a browser leads back to its page, and is told to programs as it is', async () => {
    const { enrollmentId } = await issued()
    const link = await linkTo(enrollmentId, 'google')
    expect((await claimApple(link)).errorCode).toBe('ISSUANCE_FLASH_PASS_NOT_READY')
    const query = new URLSearchParams({ enrollmentTokenJson: JSON.stringify(link) })
    const led = await test.app.inject({
      method: 'POST',
      url: `${claimApplePass.path}?${query}`,
      headers: {
        host: new URL(test.tenant.publicUrl).host,
        'sec-fetch-mode': 'navigate',
        // As a form of the page sends it.
        'content-type': 'text/plain',
      },
    })
    expect(led.statusCode).toBe(303)
    expect(led.headers.location).toBe(`/pass/${enrollmentId}/${link.claimToken}?failed`)
    expect(led.body).toBe('')
  })

  it('uses nothing up by being opened, however often: it leads to its page', {
    meta: { covers: ['S57'] },
  }, async () => {
    const { enrollmentId, batchId } = await issued()
    const apple = await linkTo(enrollmentId, 'apple')
    const forGoogle = await linkTo(enrollmentId, 'google')
    const page = ({ claimToken }: Link) =>
      `${test.tenant.publicUrl}/pass/${enrollmentId}/${claimToken}`
    for (let opened = 0; opened < 3; opened += 1) {
      const query = { enrollmentTokenJson: JSON.stringify(apple) }
      const answers = [
        await test.call(downloadApplePass, { query }),
        await test.call(downloadGooglePass, { params: forGoogle }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([303, 303])
      expect(answers.map(({ headers }) => headers.location)).toEqual([page(apple), page(forGoogle)])
    }
    expect((await passOf(batchId)).state).toBe('ISSUED')
    expect((await claimGoogle(forGoogle)).status).toBe(200)
    // One that is no longer valid leads a browser to the page, which says so.
    const gone = await test.call(downloadGooglePass, { params: forGoogle })
    expect([gone.status, gone.body.errorCode]).toEqual([404, 'ISSUANCE_FLASH_PASS_LINK_INVALID'])
    const headers = { 'sec-fetch-mode': 'navigate' }
    const led = await test.call(downloadGooglePass, { params: forGoogle, headers })
    expect([led.status, led.headers.location]).toEqual([303, new URL(page(forGoogle)).pathname])
  })

  it('is used up with all others of its pass', { meta: { covers: ['S57'] } }, async () => {
    const { enrollmentId } = await issued()
    const links = [await linkTo(enrollmentId, 'apple'), await linkTo(enrollmentId, 'apple')]
    const statuses = []
    for (const link of [links[0], ...links]) {
      if (link !== undefined) statuses.push((await claimApple(link)).status)
    }
    expect(statuses).toEqual([200, 404, 404])
  })

  /* Guard: `delete … returning` in `useClaim`, and the lock of the pass. */
  it('is good for one of many at once, and takes one credit', {
    meta: { covers: ['S57'] },
  }, async () => {
    await grantEntitlement(test.ctx, { type: 'ISSUANCE', allotment: 9 })
    const { enrollmentId } = await issued()
    const link = await linkTo(enrollmentId, 'google')
    const all = await Promise.all(Array.from({ length: 8 }, () => claimGoogle(link)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await creditsLeft()).toBe(8)
  })

  it('has an end, and one to the other wallet, another record or nothing is none', async () => {
    const { enrollmentId } = await issued()
    const link = await linkTo(enrollmentId, 'google')
    expect((await claimApple(link)).errorCode).toBe('ISSUANCE_FLASH_PASS_NOT_READY')
    const other = await holder()
    const wrong = { ...link, enrollmentId: other.enrollmentId }
    expect((await claimGoogle(wrong)).status).toBe(404)
    expect((await claimGoogle({ ...link, claimToken: 'A'.repeat(22) })).status).toBe(404)
    const query = { enrollmentTokenJson: '{' }
    expect((await test.call(claimApplePass, { query })).status).toBe(404)
    test.clock.advance(72 * 3_600_000)
    expect((await claimGoogle(link)).body.errorCode).toBe('ISSUANCE_FLASH_PASS_LINK_INVALID')
  })

  it('costs nothing where the wallet fails', async () => {
    const { enrollmentId, batchId } = await issued()
    const link = await linkTo(enrollmentId, 'google')
    google.status = 403
    const refused = await claimGoogle(link)
    expect(refused.body.errorCode).toBe('ISSUANCE_FLASH_PASS_WALLET_FAILED')
    expect(await passOf(batchId)).toMatchObject({ state: 'ISSUED' })
    google.status = 200
    expect((await claimGoogle(link)).status).toBe(200)
  })

  it('ends when its pass is called off', {
    meta: { covers: ['lifecycle.bulk-cancellable', 'lifecycle.print-states-open'] },
  }, async () => {
    const { enrollmentId, batchId } = await issued()
    const link = await linkTo(enrollmentId, 'google')
    const { body } = await test.call(cancelFlashPasses, { as, params: { id: batchId } })
    expect(Object(body.passes)[0]).toMatchObject({ state: 'CANCELLED', linkUntil: null })
    expect((await claimGoogle(link)).status).toBe(404)
  })

  it('takes a proof of before to be made, and leaves claimed passes when others are called off', {
    meta: { covers: ['S57'] },
  }, async () => {
    const { enrollmentId, batchId } = await issued()
    expect((await claimGoogle(await linkTo(enrollmentId, 'google'))).status).toBe(200)
    const { body } = await test.call(cancelFlashPasses, { as, params: { id: batchId } })
    expect(Object(body.passes)[0]).toMatchObject({ state: 'CLAIMED' })
    test.clock.advance(11 * 60_000)
    const params = { walletType: 'apple' as const, enrollmentId }
    const late = await test.call(readFlashPassDownload, { as, params })
    expect(late.body.errorCode).toBe('step_up_required')
  })
})

describe('a mail', () => {
  /** Sends what waits to be sent for the pass of a batch. */
  const sendWaiting = async (batchId: string): Promise<void> => {
    const { id } = await passOf(batchId)
    const [content, ...more] = await waitingFor(test.ctx, id)
    expect([content?.kind, more]).toEqual(['MAIL', []])
    await workOnPass(test.ctx, { jobRowId: test.platform.ids.uuid(), content, isLast: false })
  }

  it('brings a link to the address in the record, which is good once', async () => {
    const address = `${test.platform.ids.uuid()}@acme.example`
    const made = await holder({ Mail: address })
    const { body, text } = await issue(made, { mailField: 'Mail' })
    expect(text).toContain('ISSUED')
    await sendWaiting(String(body.id))
    const mail = test.outbox().find(({ to }) => to === address)
    const [uri = ''] = /http\S+\/pass\/\S+/.exec(String(mail?.text)) ?? []
    const link = { enrollmentId: made.enrollmentId, claimToken: tokenIn(uri) }
    expect((await claimGoogle(link)).status).toBe(200)
    expect(await eventsOf(String(body.id))).toEqual(['ISSUED', 'MAILED', 'CLAIMED'])
  })

  /* Guard: `freshlyProvenAdmin` in `prepared` (issuing.service.ts). */
  it('takes a proof of before, as a link at the desk does', async () => {
    const made = await holder({ Mail: 'ada@acme.example' })
    test.clock.advance(11 * 60_000)
    const late = await issue(made, { mailField: 'Mail' })
    expect(late.body.errorCode).toBe('step_up_required')
    expect((await issue(made)).status).toBe(200)
  })

  it('is promised to nobody without an address', async () => {
    const made = await holder()
    expect((await issue(made, { mailField: 'Mail' })).body.errorCode).toBe('no_contact')
    expect((await issue(made, { mailField: 'Photo' })).body.errorCode).toBe('invalid_parameters')
  })
})

describe('credits', () => {
  /* Guards: `isFirst` in `settle`, and the room that `issuanceCredits.take` looks at. */
  it('are taken once for each pass, when it is claimed; without one nothing is used up', async () => {
    await grantEntitlement(test.ctx, { type: 'ISSUANCE', allotment: 1 })
    const first = await issued()
    const second = await issued()
    expect(await creditsLeft()).toBe(1)
    expect((await claimGoogle(await linkTo(first.enrollmentId, 'google'))).status).toBe(200)
    expect((await claimApple(await linkTo(first.enrollmentId, 'apple'))).status).toBe(200)
    expect(await creditsLeft()).toBe(0)
    const link = await linkTo(second.enrollmentId, 'google')
    expect((await claimGoogle(link)).body.errorCode).toBe('ISSUANCE_FLASH_PASS_NO_CREDIT')
    expect(await passOf(second.batchId)).toMatchObject({ state: 'ISSUED' })
    await test.ctx.db.updateTable('entitlements').set({ allotment: 2 }).execute()
    expect((await claimGoogle(link)).status).toBe(200)
  })
})
