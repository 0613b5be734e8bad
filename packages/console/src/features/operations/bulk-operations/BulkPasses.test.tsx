import { blankDesign } from '@signet/card/document'
import { blankField } from '@signet/card/enrolment/generate'
import { readNewEnrollment, summarizeEnrollments } from '@signet/contract/issuance/enrollments'
import { summarizeFlashPassDesigns } from '@signet/contract/issuance/flash-pass-designs'
import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildOperation } from '../../../../testing/bulk.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Operation } from './bulk-operations.queries.ts'
import { bulkOperationsFeature } from './bulk-operations.screens.ts'

const id = '01890000-0000-7000-8000-000000000001'
const design = '01890000-0000-7000-8000-0000000000d1'
const passDesign = '01890000-0000-7000-8000-0000000000b1'
const at = '2026-11-25T12:00:00.000Z'

type Kind = 'mfpissue' | 'mfprevoke'

const operation = (kind: Kind, change: Partial<Operation> = {}): Operation =>
  buildOperation({
    kind,
    fileName: 'cards.csv',
    headers: ['Number'],
    mapping: [{ column: 'design', source: null, value: design }],
    ...change,
  })

const summary = {
  workflowId: design,
  name: 'Students',
  description: null,
  lastModifiedAt: null,
  columns: [],
  count: 0,
  estimated: false,
}

const field = (fieldId: string, name: string) => ({
  ...blankField('TEXT', { id: fieldId, name }),
})

const form = {
  workflow: { id: design, name: 'Students', version: 1 },
  definition: { steps: [{ id: 'data', title: 'Data', fields: [field('mail', 'Mail')] }] },
  design: blankDesign(),
  values: {},
  connected: [],
}

const passDesigns = [
  { id: passDesign, name: 'Campus pass', workflowId: design },
  { id: id, name: 'Staff pass', workflowId: id },
].map((each) => ({
  ...each,
  description: null,
  version: 1,
  workflowName: 'Students',
  wallets: ['APPLE' as const],
  createdAt: at,
  modifiedAt: at,
  modifiedBy: 'grace',
}))

const answers = (kind: Kind, change: Partial<Operation> = {}) => {
  const calls = bulkCalls(kind)
  return [
    answering(summarizeEnrollments, () => [summary]),
    answering(summarizeFlashPassDesigns, () => passDesigns),
    answering(readNewEnrollment, () => form),
    answering(calls.initialiseBulk, () => operation(kind, { state: 'INITIALISED' })),
    answering(calls.sendBulkPart, () => undefined),
    answering(calls.completeBulkFile, () => ({
      operation: operation(kind),
      samples: [['S-00001']],
      ownColumns: [],
    })),
    answering(calls.mapBulkColumns, () => operation(kind)),
    answering(calls.readBulk, () => operation(kind, change)),
    answering(calls.startBulk, () => operation(kind, { state: 'RUNNING' })),
    answering(calls.listBulkRows, () => ({ results: [], nextAfter: null })),
  ]
}

const show = (path: string) =>
  showScreens(bulkOperationsFeature, path, { session: buildConsoleSession() })

describe('passes issued by file', () => {
  it('ask for both designs and the mail before the file, and say so where it is dropped', {
    meta: { covers: ['screen:bulkoperations/add/{action}/{type}'] },
  }, async () => {
    const asked = serve(...answers('mfpissue'))
    const { container } = await show('/bulkoperations/add/MFP/issue')
    const choice = await screen.findByRole('combobox', { name: 'Enrollment design' })
    screen.getByText('Choose what is asked above: then a file can be dropped here.')
    await userEvent.selectOptions(choice, 'Students')
    const pass = await screen.findByRole('combobox', { name: 'Flash pass design' })
    expect([...pass.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Choose a design',
      'Campus pass',
    ])
    await userEvent.selectOptions(pass, 'Campus pass')
    screen.getByText('Drop a CSV, TSV, Excel, LDIF or JSON file here')
    const mail = await screen.findByRole('combobox', { name: 'Mail the link to' })
    await userEvent.selectOptions(mail, 'Mail')
    await expectAccessible(container)
    const file = new File(['Number\nS-00001\n'], 'cards.csv')
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } })
    await screen.findByLabelText('When somebody has a pass already')
    expect(asked.map(({ body }) => body)).toContainEqual({
      fileName: 'cards.csv',
      values: { design, passDesign, mailField: 'Mail' },
    })
  })

  it('forget the design of passes with the enrollment design', async () => {
    serve(...answers('mfpissue'))
    await show('/bulkoperations/add/MFP/issue')
    const choice = await screen.findByRole('combobox', { name: 'Enrollment design' })
    await userEvent.selectOptions(choice, 'Students')
    const pass = await screen.findByRole('combobox', { name: 'Flash pass design' })
    await userEvent.selectOptions(pass, 'Campus pass')
    await userEvent.selectOptions(choice, 'Choose a design')
    await waitFor(() =>
      expect(screen.queryByRole('combobox', { name: 'Flash pass design' })).toBeNull(),
    )
    await userEvent.selectOptions(choice, 'Students')
    await screen.findByRole('combobox', { name: 'Flash pass design' })
    screen.getByText('Choose what is asked above: then a file can be dropped here.')
  })
})

describe('passes taken back by file', () => {
  it('are confirmed by their number before they end', async () => {
    const checked = { rows: 2, changed: 2, skipped: 0, failed: 0 }
    serve(...answers('mfprevoke', { state: 'CHECKED', checked }))
    await show(`/bulkoperations/add/MFP/revoke?id=${id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
    const asked = await screen.findByRole('heading', { name: 'Take 2 passes back?' })
    expect(asked.textContent).toBe('Take 2 passes back?')
  })
})
