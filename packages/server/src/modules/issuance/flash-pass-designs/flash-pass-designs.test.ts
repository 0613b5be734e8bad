import {
  createFlashPassDesign,
  deleteFlashPassDesign,
  listFlashPassDesigns,
  readDefaultPassFields,
  readFlashPassCredits,
  readFlashPassDesign,
  summarizeFlashPassDesigns,
  updateFlashPassDesign,
} from '@signet/contract/issuance/flash-pass-designs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { passDesignNamed } from '../../../security/sweep/flash-pass-rows.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'

let test: TestApp
let as: string
let workflowId: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  workflowId = (await buildWorkflow(test.ctx)).workflowId
})
afterAll(() => test.close())

const limitedTo = async (groupIds: readonly string[]): Promise<string> => {
  const permissions = [
    ['CREDENTIALDESIGNS', 'VIEW'],
    ['CREDENTIALDESIGNS', 'EDIT'],
  ] as const
  return (await buildAdmin(test.ctx, { groupIds, permissions })).token
}

let count = 0
const wanted = (change: object = {}) => ({
  ...passDesignNamed(`Pass ${(count += 1)}`),
  workflowId,
  ...change,
})
const created = async (change: object = {}) => {
  const body = wanted(change)
  const made = await test.call(createFlashPassDesign, { as, body })
  expect(made.status).toBe(201)
  return { body, made, params: { mobileFlashPassDesignId: String(made.body.id) } }
}

describe('a design of passes', () => {
  it('is made, listed, changed under its ETag and deleted', async () => {
    const { body, params } = await created()
    const listed = await test.call(listFlashPassDesigns, { as })
    expect(JSON.parse(listed.text)).toContainEqual(
      expect.objectContaining({ name: body.name, version: 1, title: 'Campus' }),
    )
    const summary = await test.call(summarizeFlashPassDesigns, { as })
    expect(JSON.parse(summary.text)).toContainEqual(
      expect.objectContaining({ name: body.name, wallets: ['APPLE', 'GOOGLE'] }),
    )
    const changed = { ...body, title: 'Library' }
    const headers = { 'if-match': '"1"' }
    const saved = await test.call(updateFlashPassDesign, { as, params, body: changed, headers })
    expect([saved.headers.etag, saved.body.title]).toEqual(['"2"', 'Library'])
    const late = await test.call(updateFlashPassDesign, { as, params, body: changed, headers })
    expect(late.status).toBe(412)
    expect((await test.call(deleteFlashPassDesign, { as, params })).status).toBe(204)
    const gone = await test.call(readFlashPassDesign, { as, params })
    expect([gone.status, gone.body.errorCode]).toEqual([
      404,
      'ISSUANCE_FLASH_PASS_DESIGN_NOT_FOUND',
    ])
  })

  it('is read with the fields that are asked for', async () => {
    const { params } = await created()
    const { body } = await test.call(readFlashPassDesign, {
      as,
      params,
      query: { fields: 'title,wallets' },
    })
    expect(Object.keys(body).toSorted()).toEqual(['id', 'title', 'wallets'])
  })

  it('has a name of its own', async () => {
    const { body } = await created()
    const again = await test.call(createFlashPassDesign, { as, body })
    expect([again.status, again.body.errorCode]).toEqual([409, 'ISSUANCE_FLASH_PASS_DESIGN_EXISTS'])
  })

  it('tells which wallet leaves its barcode out, and which names stay empty', {
    meta: { covers: ['issuance.barcode-wallet'] },
  }, async () => {
    const { made } = await created({
      barcodeFormat: 'CODE 39',
      barcodeValue: '{Number}{Nobody}',
      photoField: 'Portrait',
    })
    expect(made.body.withoutBarcode).toEqual(['APPLE'])
    expect(made.body.unknownFields).toEqual(['Nobody', 'Portrait'])
  })

  it('has no more fields anywhere than a wallet shows there', async () => {
    const field = { position: 'PRIMARY', label: 'Name', value: '{First name}' }
    const body = wanted({ fields: [field, field] })
    expect((await test.call(createFlashPassDesign, { as, body })).status).toBe(400)
  })

  it('begins with what is asked of people', async () => {
    const { body } = await test.call(readDefaultPassFields, { as, query: { workflowId } })
    expect(body).toMatchObject({ barcodeValue: '{Number}', photoField: 'Photo' })
    expect(body.fields).toContainEqual({
      position: 'PRIMARY',
      label: 'Number',
      value: '{Number}',
    })
  })

  /* Guards: `inSight` and `designWithWorkflow`, `expectAllGroups` (flash-pass-designs.service.ts). */
  it('is known to those who know its enrollment design, and changed by those of all groups', {
    meta: { covers: ['S57'] },
  }, async () => {
    const groups = [(await buildGroup(test.ctx)).id, (await buildGroup(test.ctx)).id]
    const limited = await limitedTo(groups.slice(0, 1))
    const theirs = await buildWorkflow(test.ctx, { groups: groups.slice(1) })
    const { params } = await created({ workflowId: theirs.workflowId })
    const open = await created()
    const listed = await test.call(summarizeFlashPassDesigns, { as: limited })
    expect(listed.text).toContain(open.params.mobileFlashPassDesignId)
    expect(listed.text).not.toContain(params.mobileFlashPassDesignId)
    expect((await test.call(readFlashPassDesign, { as: limited, params })).status).toBe(404)
    const change = { as: limited, params: open.params, body: open.body }
    const refused = await test.call(updateFlashPassDesign, change)
    expect(refused.body.errorCode).toBe('access_denied')
  })
})

describe('credits', () => {
  it('are unlimited without an entitlement, and counted with one', async () => {
    const free = await test.call(readFlashPassCredits, { as })
    expect(free.body).toEqual({ credits: null, expiry: null })
    await grantEntitlement(test.ctx, {
      type: 'ISSUANCE',
      allotment: 7,
      end_date: new Date('2030-05-06T00:00:00Z'),
    })
    const { body } = await test.call(readFlashPassCredits, { as })
    expect(body).toEqual({ credits: 7, expiry: '2030-05-06' })
    const one = await test.call(readFlashPassCredits, { as, query: { expiry: 'false' } })
    expect(one.body).toEqual({ credits: 7 })
  })
})
