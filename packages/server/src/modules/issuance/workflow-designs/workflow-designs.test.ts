import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { blankField, generateWorkflow } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import { deleteCredentialDesign } from '@signet/contract/issuance/credential-designs'
import {
  createWorkflowDesign,
  createWorkflowDesignV2,
  deleteWorkflowDesign,
  listIssuanceGroups,
  listIssuanceGroupsPaged,
  listWorkflowDesigns,
  listWorkflowDesignsV2,
  readWorkflowDesign,
  readWorkflowDesignV2,
  updateWorkflowDesign,
  updateWorkflowDesignV2,
} from '@signet/contract/issuance/workflow-designs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createCredentialDesign } from '../credential-designs/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const fresh = (): string => `Design ${(count += 1)}`
const card = async (): Promise<string> => {
  const wanted = { name: fresh(), description: null, design: templates.student() }
  return (await createCredentialDesign(test.ctx, wanted)).value.id
}

const student = generateWorkflow(templates.student())

const created = async (over: Record<string, unknown> = {}) => {
  const name = fresh()
  const credentialDesignId = await card()
  const answer = await test.call(createWorkflowDesign, {
    as,
    body: { name, credentialDesignId, ...over },
  })
  return { name, credentialDesignId, answer, params: { workflowId: String(answer.body.id) } }
}

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.errorCode,
]

describe('an enrollment design', () => {
  it('is generated from its card, listed, saved under its ETag and deleted', async () => {
    const { name, credentialDesignId, answer, params } = await created()
    expect([answer.status, answer.body.definition, answer.body.mismatches]).toEqual([
      201,
      student,
      [],
    ])
    const listed = await test.call(listWorkflowDesigns, { as })
    expect(JSON.parse(listed.text)).toContainEqual(
      expect.objectContaining({ name, steps: 2, fields: 6, allGroups: true, groups: [] }),
    )
    const headers = { 'if-match': '"1"' }
    const [first] = student.steps
    const definition = { steps: [first].flatMap((step) => step ?? []) }
    const body = { name: `${name} b`, credentialDesignId, definition }
    const saved = await test.call(updateWorkflowDesign, { as, params, body, headers })
    expect([saved.headers.etag, saved.body.version, saved.body.definition]).toEqual([
      '"2"',
      2,
      definition,
    ])
    expect(saved.body.mismatches).toEqual([{ code: 'CARD_FIELD_NOT_ASKED', field: 'Photo' }])
    expect((await test.call(deleteWorkflowDesign, { as, params })).status).toBe(204)
    expect(codeOf(await test.call(readWorkflowDesign, { as, params }))).toEqual([
      404,
      'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
    ])
  })

  it('is not overwritten by somebody who read it before another saved it', async () => {
    const { name, credentialDesignId, params } = await created()
    const body = { name, credentialDesignId, definition: student }
    const headers = { 'if-match': '"1"' }
    expect((await test.call(updateWorkflowDesign, { as, params, body, headers })).status).toBe(200)
    expect(codeOf(await test.call(updateWorkflowDesign, { as, params, body, headers }))).toEqual([
      412,
      'precondition_failed',
    ])
  })

  it('has a name of its own, without regard to case', async () => {
    const { name, credentialDesignId } = await created()
    const body = { name: ` ${name.toUpperCase()}`, credentialDesignId }
    expect(codeOf(await test.call(createWorkflowDesign, { as, body }))).toEqual([
      409,
      'ISSUANCE_WORKFLOW_DESIGN_EXISTS',
    ])
  })

  it('is about a card of this account', async () => {
    const body = { name: fresh(), credentialDesignId: crypto.randomUUID() }
    expect(codeOf(await test.call(createWorkflowDesign, { as, body }))).toEqual([
      404,
      'ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND',
    ])
  })

  it('keeps its card from being deleted', async () => {
    const { credentialDesignId, params } = await created()
    const one = { as, params: { credentialDesignId } }
    expect(codeOf(await test.call(deleteCredentialDesign, one))).toEqual([
      409,
      'ISSUANCE_CREDENTIAL_DESIGN_IN_USE',
    ])
    await test.call(deleteWorkflowDesign, { as, params })
    expect((await test.call(deleteCredentialDesign, one)).status).toBe(204)
  })

  it('with a name that records carry is refused, naming it', async () => {
    const fields = [blankField('TEXT', { id: 'a', name: 'Print count' })]
    const { answer } = await created({ definition: { steps: [{ id: 'a', title: 'A', fields }] } })
    expect(codeOf(answer)).toEqual([400, 'ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR'])
    expect(answer.body.parameters).toEqual({ message: 'Print count' })
  })

  it('that contradicts itself is refused, telling where and why', async () => {
    const fields = [{ ...blankField('LIST', { id: 'a', name: 'Role' }), default: 'elsewhere' }]
    const { answer } = await created({ definition: { steps: [{ id: 'a', title: 'A', fields }] } })
    expect(codeOf(answer)).toEqual([400, 'ISSUANCE_WORKFLOW_DESIGN_INVALID'])
    expect(answer.body.parameters).toEqual({ at: 'Role', reason: 'DEFAULT_DOES_NOT_FIT' })
  })
})

describe('an enrollment design for groups', () => {
  const limited = async (groupIds: readonly string[]) =>
    (
      await buildAdmin(test.ctx, {
        groupIds,
        permissions: [
          ['ENROLLMENTDESIGNS', 'VIEW'],
          ['ENROLLMENTDESIGNS', 'ADD'],
          ['ENROLLMENTDESIGNS', 'EDIT'],
          ['ENROLLMENTDESIGNS', 'REMOVE'],
        ],
      })
    ).token

  it('is known to those who manage one of them, and is changed by none of these', async () => {
    const group = await buildGroup(test.ctx)
    const { name, credentialDesignId, answer, params } = await created({
      allGroups: false,
      groupIds: [group.id],
    })
    expect(answer.body.groups).toMatchObject([{ id: group.id }])
    const inside = await limited([group.id])
    const outside = await limited([(await buildGroup(test.ctx)).id])
    expect((await test.call(readWorkflowDesign, { as: inside, params })).status).toBe(200)
    expect((await test.call(readWorkflowDesign, { as: outside, params })).status).toBe(404)
    expect((await test.call(listWorkflowDesigns, { as: inside })).text).toContain(params.workflowId)
    expect((await test.call(listWorkflowDesigns, { as: outside })).text).not.toContain(
      params.workflowId,
    )
    const body = { name, credentialDesignId, definition: student }
    const refused = [403, 'access_denied']
    expect(codeOf(await test.call(updateWorkflowDesign, { as: inside, params, body }))).toEqual(
      refused,
    )
    expect(codeOf(await test.call(deleteWorkflowDesign, { as: inside, params }))).toEqual(refused)
    const another = { as: inside, body: { name: fresh(), credentialDesignId } }
    expect(codeOf(await test.call(createWorkflowDesign, another))).toEqual(refused)
  })

  it('is for groups that there are', async () => {
    const { answer } = await created({ allGroups: false, groupIds: [crypto.randomUUID()] })
    expect(codeOf(answer)).toEqual([404, 'group_not_found'])
  })

  it('offers the groups that somebody manages, and no others', async () => {
    const [own, other] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const token = await limited([own.id])
    const all = await test.call(listIssuanceGroups, { as: token })
    expect(JSON.parse(all.text)).toEqual([{ id: own.id, name: own.name }])
    const paged = await test.call(listIssuanceGroupsPaged, { as: token, body: {} })
    expect([paged.text.includes(own.id), paged.text.includes(other.id)]).toEqual([true, false])
  })
})

describe('version 2 of enrollment designs', () => {
  it('knows fields without steps, and leaves each in its step', async () => {
    const { name, credentialDesignId, params } = await created()
    const read = await test.call(readWorkflowDesignV2, { as, params })
    expect(read.body.fields).toEqual(fieldsOfWorkflow(student))
    const added = blankField('NUMBER', { id: 'more', name: 'Level' })
    const fields = [...fieldsOfWorkflow(student), added]
    const body = { name, credentialDesignId, fields }
    await test.call(updateWorkflowDesignV2, { as, params, body })
    const after = await test.call(readWorkflowDesign, { as, params })
    const [first, second] = student.steps
    expect(after.body.definition).toEqual({
      steps: [first, { ...second, fields: [...(second?.fields ?? []), added] }],
    })
  })

  it('makes designs of one step, or what the card asks for', async () => {
    const credentialDesignId = await card()
    const fields = [blankField('TEXT', { id: 'a', name: 'A' })]
    const made = await test.call(createWorkflowDesignV2, {
      as,
      body: { name: fresh(), credentialDesignId, fields },
    })
    expect(made.body.fields).toEqual(fields)
    const generated = await test.call(createWorkflowDesignV2, {
      as,
      body: { name: fresh(), credentialDesignId },
    })
    expect(generated.body.fields).toEqual(fieldsOfWorkflow(student))
    expect((await test.call(listWorkflowDesignsV2, { as })).text).toContain(String(made.body.id))
  })
})
