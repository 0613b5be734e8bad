import { blankDesign } from '@signet/card/document'
import type { WorkflowDefinition } from '@signet/card/enrolment/definition'
import { blankField } from '@signet/card/enrolment/generate'
import { readNewEnrollment } from '@signet/contract/issuance/enrollments'
import { readConnectedValues } from '@signet/contract/issuance/field-connections'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { enrollmentsFeature } from './enrollments.screens.ts'

const workflowId = '018f0000-0000-7000-8000-0000000000a1'
const workflow = { id: workflowId, name: 'Staff', version: 1 }
const definition: WorkflowDefinition = {
  steps: [
    {
      id: 'data',
      title: 'Personal data',
      fields: [
        blankField('TEXT', { id: 'n', name: 'Number' }),
        blankField('TEXT', { id: 'f', name: 'First name' }),
      ],
    },
  ],
}
const design = blankDesign()
const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(enrollmentsFeature, at, { session })

describe('fields that come from databases', () => {
  const connected = [{ fieldId: 'f', keyFieldId: 'n' }]
  const begun = answering(readNewEnrollment, () => ({
    workflow,
    definition,
    design,
    values: {},
    connected,
  }))
  const told = (outcome: 'READ' | 'NO_ROW', value?: string) =>
    answering(readConnectedValues, () => ({
      values: Object.fromEntries(value === undefined ? [] : [['f', value]]),
      sources: [{ database: 'Staff', table: 'people', outcome, fields: ['f'] }],
    }))
  const open = () => show(`/credentials/enrollment/create/${workflowId}`)
  const box = (name: string) => screen.findByLabelText(new RegExp(`^${name}`))

  it('are filled when the key was typed, and keep what was typed by hand', async () => {
    const asked = serve(begun, told('READ', 'Grace'))
    const { container, user } = await open()
    await user.type(await box('Number'), '7')
    await user.tab()
    await waitFor(async () => expect(await box('First name')).toHaveProperty('value', 'Grace'))
    const sent = asked.find(({ endpoint }) => endpoint === readConnectedValues)
    expect(sent?.body).toEqual({ keys: { n: '7' } })
    await user.type(await box('First name'), ' B.')
    expect(await screen.findByText('The database says: Grace')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Take over First name' }))
    expect(await box('First name')).toHaveProperty('value', 'Grace')
  })

  it('say on the field why nothing came', async () => {
    serve(begun, told('NO_ROW'))
    const { user } = await open()
    await user.type(await box('Number'), '7')
    await user.tab()
    expect(await screen.findByText('Staff has no row with this key.')).toBeDefined()
  })
})
