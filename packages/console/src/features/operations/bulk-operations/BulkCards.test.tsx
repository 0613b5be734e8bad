import { summarizeEnrollments } from '@signet/contract/issuance/enrollments'
import { listPrinters } from '@signet/contract/issuance/printers'
import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import { columnOfField } from '@signet/rules/bulk'
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

const design = '01890000-0000-7000-8000-0000000000d1'
const printers = ['01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-0000000000a2']

type Kind = 'importenrollments' | 'printenrollments'

const operation = (kind: Kind, change: Partial<Operation> = {}): Operation =>
  buildOperation({
    kind,
    fileName: 'cards.csv',
    headers: ['First name', 'Group'],
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

const ownColumns = [
  { column: columnOfField('first'), name: 'First name', required: true, choices: [] },
  { column: columnOfField('faculty'), name: 'Faculty', required: false, choices: ['Law'] },
]

const answers = (kind: Kind) => {
  const calls = bulkCalls(kind)
  return [
    answering(summarizeEnrollments, () => [summary]),
    answering(listPrinters, () => [
      { id: printers[0] ?? '', name: 'Front desk', hoppers: ['left', 'top'] },
      { id: printers[1] ?? '', name: 'Workshop', hoppers: ['top'] },
    ]),
    answering(calls.initialiseBulk, () => operation(kind, { state: 'INITIALISED' })),
    answering(calls.sendBulkPart, () => undefined),
    answering(calls.completeBulkFile, () => ({
      operation: operation(kind),
      samples: [['Ada', '']],
      ownColumns: kind === 'importenrollments' ? ownColumns : [],
    })),
    answering(calls.mapBulkColumns, () => operation(kind)),
    answering(calls.readBulk, () => operation(kind)),
  ]
}

const show = (at: string) =>
  showScreens(bulkOperationsFeature, at, { session: buildConsoleSession() })

const sendFile = async (): Promise<void> => {
  const file = new File(['First name,Group\nAda,\n'], 'cards.csv')
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } })
}

describe('an import of people on cards', () => {
  it('asks for the design before the file, and maps its fields', async () => {
    const asked = serve(...answers('importenrollments'))
    const { container } = await show('/bulkoperations/add/import/enrollments')
    const choice = await screen.findByRole('combobox', { name: 'Enrollment design' })
    const pick = screen.getByRole('button', { name: 'Choose a file' })
    expect(pick.hasAttribute('disabled')).toBe(true)
    await userEvent.selectOptions(choice, 'Students')
    expect(pick.hasAttribute('disabled')).toBe(false)
    await expectAccessible(container)
    await sendFile()
    fireEvent.change(await screen.findByLabelText(/^First name/), { target: { value: '#0' } })
    expect(screen.getByLabelText('When somebody is enrolled already')).toBeDefined()
    expect(screen.queryByRole('combobox', { name: 'Enrollment design' })).toBeNull()
    fireEvent.change(screen.getByLabelText('Faculty'), { target: { value: 'Law' } })
    await expectAccessible(container)
    fireEvent.click(screen.getByRole('button', { name: 'Save and go on' }))
    await screen.findByRole('button', { name: 'Try it first' })
    const bodies = asked.map(({ body }) => body)
    expect(bodies).toContainEqual({ fileName: 'cards.csv', values: { design } })
    expect(bodies).toContainEqual({
      mapping: [
        { column: 'design', value: design },
        { column: columnOfField('first'), source: 0 },
        { column: columnOfField('faculty'), value: 'Law' },
      ],
      existing: 'ERROR',
    })
  })
})

describe('a print of people on cards', () => {
  it('asks for printers, and for a hopper that all of them have', async () => {
    const asked = serve(...answers('printenrollments'))
    const { container } = await show('/bulkoperations/add/print/enrollments')
    const choice = await screen.findByRole('combobox', { name: 'Enrollment design' })
    await userEvent.selectOptions(choice, 'Students')
    for (const name of ['Front desk', 'Workshop']) {
      await userEvent.click(await screen.findByRole('combobox', { name: 'Printers' }))
      await userEvent.click(await screen.findByRole('option', { name }))
    }
    const hopper = screen.getByRole('combobox', { name: 'Cards from' })
    expect([...hopper.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Where the printer chooses',
      'top',
    ])
    await userEvent.selectOptions(hopper, 'top')
    await expectAccessible(container)
    await sendFile()
    await waitFor(() =>
      expect(asked.map(({ body }) => body)).toContainEqual({
        fileName: 'cards.csv',
        values: { design, printers: printers.join(';'), hopper: 'top' },
      }),
    )
    await screen.findByLabelText('A value that only this record has')
    for (const label of ['Why', 'Note', 'The card before']) screen.getByLabelText(label)
  })
})
