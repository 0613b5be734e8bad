import { blankDesign } from '@signet/card/document'
import type { WorkflowDefinition } from '@signet/card/enrolment/definition'
import { blankField } from '@signet/card/enrolment/generate'
import {
  exportEnrollments,
  sendEnrollmentEmail,
} from '@signet/contract/issuance/enrollment-actions'
import { printAllEnrollments } from '@signet/contract/issuance/enrollment-prints'
import {
  createEnrollment,
  readEnrollmentCredential,
  readNewEnrollment,
  searchEnrollments,
  summarizeEnrollments,
} from '@signet/contract/issuance/enrollments'
import { listPrinters } from '@signet/contract/issuance/printers'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildPerson } from '../../../../testing/enrollments.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { showScreens } from '../../../../testing/screens.tsx'
import { enrollmentsFeature } from './enrollments.screens.ts'

const workflowId = '018f0000-0000-7000-8000-0000000000a1'
const id = '018f0000-0000-7000-8000-0000000000b1'
const printerId = '018f0000-0000-7000-8000-0000000000c1'
const definition: WorkflowDefinition = {
  steps: [
    {
      id: 'data',
      title: 'Personal data',
      fields: [
        blankField('TEXT', { id: 'f', name: 'First name' }),
        blankField('TEXT', { id: 'm', name: 'Mail' }),
      ],
    },
  ],
}
const workflow = { id: workflowId, name: 'Students', version: 1 }
const ada = buildPerson({ values: { 'First name': 'Ada', Mail: 'ada@acme.example' } })
const design = blankDesign()
const form = answering(readNewEnrollment, () => ({
  workflow,
  definition,
  design,
  values: {},
  connected: [],
}))
const credential = answering(readEnrollmentCredential, () => ({
  workflow,
  definition,
  design,
  connected: [],
  writeBacks: [],
  enrollment: ada,
}))
const summary = answering(summarizeEnrollments, () => [
  {
    workflowId,
    name: 'Students',
    description: null,
    count: 1,
    estimated: false,
    lastModifiedAt: ada.modifiedAt,
    columns: ['First name', 'Mail'],
  },
])
const people = answering(searchEnrollments, () => ({
  results: [ada],
  paging: { limit: 25, total: 1, estimated: false, nextCursor: null, prevCursor: null },
}))
const printers = answering(listPrinters, () => [{ id: printerId, name: 'Front desk' }])

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = (at: string) => showScreens(enrollmentsFeature, at, { session })
const list = `/credentials/enrollment/search/${workflowId}?q=lace&f.state=ENROLLED`

describe('all that the list shows', () => {
  it('is printed some at a time, each part after the one before, until all of them wait', async () => {
    const cursors = ['1', '2', null]
    const asked = serve(
      summary,
      people,
      printers,
      answering(printAllEnrollments, () => {
        const cursor = cursors.shift() ?? null
        // Nothing of the second part could be printed: the third is still asked for.
        const [printed, refused] = cursor === '2' ? [0, 200] : [200, 0]
        return { printed, refused, more: cursor !== null, cursor }
      }),
    )
    const { user } = await show(list)
    await user.click(await screen.findByRole('button', { name: 'Print all that have no card yet' }))
    const dialog = await screen.findByRole('alertdialog')
    await within(dialog).findByRole('option', { name: 'Front desk' })
    await user.click(within(dialog).getByRole('button', { name: 'Print' }))
    const sent = () => asked.filter(({ endpoint }) => endpoint === printAllEnrollments)
    await waitFor(() => expect(sent()).toHaveLength(3))
    const body = { workflowId, term: 'lace', printerIds: [printerId] }
    const bodies = [body, { ...body, cursor: '1' }, { ...body, cursor: '2' }]
    expect(sent().map((each) => each.body)).toEqual(bodies)
  })

  it('is saved as a file', async () => {
    const asked = serve(
      summary,
      people,
      answering(exportEnrollments, () => 'id\r\n'),
    )
    const { user } = await show(list)
    await user.click(
      await screen.findByRole('button', { name: 'Save what the list shows as a CSV file' }),
    )
    const sent = () => asked.find(({ endpoint }) => endpoint === exportEnrollments)
    await waitFor(() =>
      expect(sent()?.body).toEqual({ workflowId, term: 'lace', enrollState: 'ENROLLED' }),
    )
  })
})

describe('a record', () => {
  it('is saved and printed in one go', async () => {
    const asked = serve(
      form,
      credential,
      printers,
      answering(createEnrollment, () => ada),
    )
    const { user } = await show(`/credentials/enrollment/create/${workflowId}`)
    await user.type(await screen.findByLabelText(/^First name/), 'Ada')
    await user.click(screen.getByRole('button', { name: 'Save and print' }))
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Print the card of one person',
    })
    expect(dialog).toBeDefined()
    const sent = asked.find(({ endpoint }) => endpoint === createEnrollment)
    expect(sent?.body).toMatchObject({ draft: false })
  })

  it('has its owner told at an address that it holds', async () => {
    const asked = serve(
      credential,
      answering(sendEnrollmentEmail, () => ({ sentTo: 'ada@acme.example' })),
    )
    const { user } = await show(`/credentials/enrollment/edit/${workflowId}/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada' }))
    await user.click(
      await screen.findByRole('menuitem', { name: 'Tell by email that the card is ready' }),
    )
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === sendEnrollmentEmail)
    await waitFor(() => expect(sent()?.body).toEqual({ field: 'Mail' }))
  })

  it('is printed by those alone who may', async () => {
    serve(form)
    const { facts } = session
    const { ISSUANCE: _issuance, ...permissions } = facts.permissions
    const limited = { ...session, facts: { ...facts, permissions } }
    const at = `/credentials/enrollment/create/${workflowId}`
    await showScreens(enrollmentsFeature, at, { session: limited })
    expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Save and print' })).toBeNull()
  })
})
