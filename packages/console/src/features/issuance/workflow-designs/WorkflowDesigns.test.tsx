import { generateWorkflow } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import { listCredentialDesigns } from '@signet/contract/issuance/credential-designs'
import {
  createWorkflowDesign,
  listWorkflowDesigns,
  readWorkflowDesign,
  updateWorkflowDesign,
} from '@signet/contract/issuance/workflow-designs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { WorkflowDetail } from './workflow-designs.queries.ts'
import { workflowDesignsFeature } from './workflow-designs.screens.ts'

const id = '018f0000-0000-7000-8000-000000000095'
const card = {
  id: '018f0000-0000-7000-8000-000000000091',
  name: 'Student card',
  description: null,
  version: 1,
  sides: 2,
  fields: 6,
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
}
const students = (change: Partial<WorkflowDetail> = {}): WorkflowDetail => ({
  id,
  name: 'Students',
  description: null,
  version: 1,
  credentialDesignId: card.id,
  credentialDesignName: card.name,
  steps: 2,
  fields: 6,
  allGroups: true,
  groups: [],
  createdAt: '2026-01-02T03:04:05.000Z',
  modifiedAt: '2026-01-03T03:04:05.000Z',
  modifiedBy: 'grace',
  definition: generateWorkflow(templates.student()),
  mismatches: [],
  ...change,
})

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(workflowDesignsFeature, at, { session })
const cards = answering(listCredentialDesigns, () => [card])

describe('enrollment designs', () => {
  it('are listed with their cards, and lead to the editor', {
    meta: { covers: ['screen:enrollmentdesigns'] },
  }, async () => {
    serve(answering(listWorkflowDesigns, () => [students()]))
    const { container } = await show('/enrollmentdesigns')
    const link = await screen.findByRole('link', { name: 'Students' })
    expect(link.getAttribute('href')).toContain(`/enrollmentdesign/edit/${id}`)
    expect(screen.getByText('Student card')).toBeDefined()
    await expectAccessible(container)
  })

  it('are generated from a card', {
    meta: { covers: ['screen:enrollmentdesign/create'] },
  }, async () => {
    const asked = serve(
      cards,
      answering(createWorkflowDesign, () => students()),
      answering(readWorkflowDesign, () => students()),
    )
    const { container, user } = await show('/enrollmentdesign/create')
    await user.type(await screen.findByLabelText(/^Name/), 'Students')
    await screen.findByRole('option', { name: 'Student card' })
    await user.selectOptions(screen.getByLabelText(/^Card/), card.id)
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await screen.findByRole('heading', { name: 'Students' })
    const sent = asked.find(({ endpoint }) => endpoint === createWorkflowDesign)
    expect(sent?.body).toEqual({ name: 'Students', credentialDesignId: card.id })
  })
})

describe('the editor', () => {
  it('moves, changes and adds fields, and saves over what was read', {
    meta: { covers: ['screen:enrollmentdesign/edit/{workflowId}'] },
  }, async () => {
    const asked = serve(
      cards,
      answering(readWorkflowDesign, () => students()),
      answering(updateWorkflowDesign, () => students({ version: 2 })),
    )
    const { container, user } = await show(`/enrollmentdesign/edit/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Last name · Text' }))
    await user.click(screen.getByLabelText('Mandatory'))
    await user.click(screen.getByRole('button', { name: 'Move Last name up' }))
    await user.type(screen.getByLabelText(/^New field/), 'Staff number')
    await user.click(screen.getByRole('button', { name: 'Add field' }))
    await user.click(screen.getByLabelText('Numbered automatically'))
    await user.type(screen.getByLabelText('Before the number'), 'S-')
    expect(screen.getByText('The first is S-000001')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === updateWorkflowDesign)
    await waitFor(() => expect(sent()?.ifMatch).toBe('"1"'))
    expect(sent()?.body).toMatchObject({
      definition: {
        steps: [
          {
            fields: expect.arrayContaining([
              expect.objectContaining({ name: 'Last name', mandatory: true }),
            ]),
          },
          {
            fields: [
              expect.objectContaining({ name: 'Photo' }),
              expect.objectContaining({
                name: 'Staff number',
                sequence: { prefix: 'S-', suffix: '', digits: 6, start: 1, step: 1 },
              }),
            ],
          },
        ],
      },
    })
    const [first] = students().definition.steps
    const names = first?.fields.map(({ name }) => name) ?? []
    const at = names.indexOf('Last name')
    const body: unknown = sent()?.body
    expect(JSON.stringify(body).indexOf('"Last name"')).toBeLessThan(
      JSON.stringify(body).indexOf(`"${names[at - 1]}"`),
    )
  })

  it('shows with its sign, number and unit what the default of a date means today', async () => {
    serve(
      cards,
      answering(readWorkflowDesign, () => students()),
    )
    const { user } = await show(`/enrollmentdesign/edit/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Valid until · Date' }))
    const field = screen.getByLabelText(/^Default/)
    expect(screen.getByText(/a distance from the day of enrollment/)).toBeDefined()
    await user.type(field, '+1D')
    expect(screen.getByText('+1D: tomorrow')).toBeDefined()
    await user.clear(field)
    await user.type(field, '-2Y')
    expect(screen.getByText('-2Y: 2 years ago')).toBeDefined()
  })

  it('tells who saved meanwhile, and overwrites only when told to', async () => {
    const asked = serve(
      cards,
      answering(readWorkflowDesign, () => students({ modifiedBy: 'ada' })),
      answering(updateWorkflowDesign, () => new Refusal('precondition_failed')),
    )
    const { user } = await show(`/enrollmentdesign/edit/${id}`)
    await user.type(await screen.findByLabelText(/^Description/), 'x')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: /my|mine/i }))
    await waitFor(() =>
      expect(asked.filter(({ endpoint }) => endpoint === updateWorkflowDesign)).toHaveLength(2),
    )
  })

  it('says where card and form do not fit', async () => {
    const mismatches = [{ code: 'CARD_FIELD_NOT_ASKED' as const, field: 'Photo' }]
    serve(
      cards,
      answering(readWorkflowDesign, () => students({ mismatches })),
    )
    await show(`/enrollmentdesign/edit/${id}`)
    expect(
      await screen.findByText('The card shows “Photo”, and the form does not ask for it'),
    ).toBeDefined()
  })
})
