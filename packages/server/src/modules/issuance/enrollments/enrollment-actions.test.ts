import {
  exportEnrollments,
  generateCredential,
  sendEnrollmentEmail,
} from '@signet/contract/issuance/enrollment-actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import {
  buildQuickPrinter,
  workUntilNothingIsDue,
} from '../../../../testing/issuance/print-jobs.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createPrintDispatcher, printEnrollment } from '../print-jobs/index.ts'
import { readWorkflowDesign } from '../workflow-designs/index.ts'
import { createEnrollments } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

type Values = Readonly<Record<string, string>>

const enrol = async (
  workflowId: string,
  people: readonly (Values & { readonly group?: string })[],
) => {
  const workflow = await readWorkflowDesign(test.ctx, workflowId)
  if (workflow === undefined) throw new Error('the built design is missing')
  const drafts = people.map(({ group, ...values }) => ({
    wanted: { values, draft: true, groupId: group ?? null },
    path: 'body',
  }))
  return (await createEnrollments(test.ctx, workflow, drafts)).map(({ id }) => id)
}
const lines = (text: string): string[] => text.split('\r\n').slice(0, -1)
const exported = async (workflowId: string, more: object = {}, token = as) =>
  lines((await test.call(exportEnrollments, { as: token, body: { workflowId, ...more } })).text)

describe('records as a file', () => {
  it('have a column for each text of the design, and no formula', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [id] = await enrol(workflowId, [{ 'First name': '=1+1', 'Last name': 'King, A' }])
    const [head, row, ...rest] = await exported(workflowId)
    expect(rest).toEqual([])
    expect(head).toBe(
      '\uFEFFid,group,enrollState,createdAt,createdBy,modifiedAt,Number,First name,Last name,Mail,Site,Birthday,Faculty',
    )
    expect(row?.startsWith(`${id},,ENROLLED,`)).toBe(true)
    expect(row).toContain(`,S-00001,'=1+1,"King, A",,Bern,,Law`)
  })

  it('are those that match, page after page', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const many = Array.from({ length: 1101 }, (_, at) => ({ 'First name': `Ada ${at}` }))
    const ids = await enrol(workflowId, [...many, { 'First name': 'Grace' }])
    const all = await exported(workflowId)
    expect(new Set(all.slice(1).map((line) => line.slice(0, 36)))).toEqual(new Set(ids))
    expect(await exported(workflowId, { term: 'grace' })).toHaveLength(2)
    const two = await exported(workflowId, { ids: ids.slice(0, 2) })
    expect(two).toHaveLength(3)
    const one = await exported(workflowId, { ids: ids.slice(-2), term: 'grace' })
    expect(one).toHaveLength(2)
  })

  it('hold nobody of other groups', { meta: { covers: ['S22'] } }, async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [own, other] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    await enrol(workflowId, [
      { 'First name': 'Ada', group: own.id },
      { 'First name': 'Grace', group: other.id },
    ])
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [own.id],
      permissions: [['ENROLLMENTS', 'VIEW']],
    })
    const seen = await exported(workflowId, {}, token)
    expect(seen).toHaveLength(2)
    expect(seen[1]).toContain('Ada')
  })
})

describe('a card as a document', () => {
  const generated = (enrollmentId: string) =>
    test.call(generateCredential, { as, params: { enrollmentId } })

  it('is a PDF, the same for the same record', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [id = ''] = await enrol(workflowId, [{ 'First name': 'Ada' }])
    const [first, again] = [await generated(id), await generated(id)]
    expect(first.headers['content-type']).toContain('application/pdf')
    expect(first.text.startsWith('%PDF-')).toBe(true)
    expect(again.text).toBe(first.text)
    const { token } = await buildAdmin(test.ctx, { permissions: [['ENROLLMENTS', 'VIEW']] })
    const answer = await test.call(generateCredential, { as: token, params: { enrollmentId: id } })
    expect(answer.body.errorCode).toBe('access_denied')
  })

  it('is not made of an unfinished record', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [id = ''] = await enrol(workflowId, [{ 'Last name': 'King' }])
    expect((await generated(id)).body.errorCode).toBe('ISSUANCE_PRINT_NOT_ENROLLED')
  })
})

describe('the owner of a card', () => {
  const mailed = (enrollmentId: string, field = 'Mail') =>
    test.call(sendEnrollmentEmail, { as, params: { enrollmentId }, body: { field } })

  it('is told by mail once it has come out, at the address of the record', async () => {
    const { workflowId } = await buildWorkflow(test.ctx)
    const [id = '', without = ''] = await enrol(workflowId, [
      { 'First name': 'Ada', 'Last name': 'King', Mail: 'ada.king@acme.example' },
      { 'First name': 'Grace' },
    ])
    expect((await mailed(id)).body.errorCode).toBe('ISSUANCE_PRINT_NOT_PRINTED')
    const printerId = await buildQuickPrinter(test.ctx)
    await printEnrollment(test.ctx, { printerId, enrollmentId: id })
    expect((await mailed(id)).body.errorCode).toBe('ISSUANCE_PRINT_NOT_PRINTED')
    const printing = createPrintDispatcher(test.platform)
    await workUntilNothingIsDue(test.ctx, printing)
    await printing.stop()
    expect((await mailed(id)).body).toEqual({ sentTo: 'ada.king@acme.example' })
    const [mail] = test.outbox()
    expect(mail?.text).toContain('Ada King')
    expect((await mailed(without)).body.errorCode).toBe('no_contact')
    expect((await mailed(id, 'Photo')).body.errorCode).toBe('invalid_parameters')
    expect((await mailed(id, 'First name')).body.errorCode).toBe('no_contact')
  })
})
