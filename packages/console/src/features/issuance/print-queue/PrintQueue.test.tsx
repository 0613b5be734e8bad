import { restartPrintJob } from '@signet/contract/issuance/enrollment-prints'
import { changePrint, resumePrint } from '@signet/contract/issuance/print-jobs'
import { listPrintsOfBatch, readPrint, removePrint } from '@signet/contract/issuance/print-queue'
import { listPrinters } from '@signet/contract/issuance/printers'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { PrintJob } from './print-queue.queries.ts'
import { printQueueFeature } from './print-queue.screens.ts'

const id = '018f0000-0000-7000-8000-0000000000b1'
const job = (change: Partial<PrintJob> = {}): PrintJob => ({
  id,
  batchId: id,
  position: 0,
  kind: 'CARD',
  enrollmentId: '018f0000-0000-7000-8000-0000000000b2',
  attempt: 1,
  title: 'Ada Lovelace',
  printerId: '018f0000-0000-7000-8000-0000000000b3',
  printerName: 'Front desk',
  hopper: null,
  queueState: 'UNKNOWN',
  printStatus: 'UNKNOWN',
  cancelWanted: false,
  held: false,
  detail: 'FORGOTTEN',
  reprintReason: null,
  reprintNote: null,
  previousFate: null,
  imageSha256: null,
  createdAt: '2026-01-03T03:04:05.000Z',
  createdBy: 'grace',
  startedAt: null,
  endedAt: null,
  ...change,
})

const page = (row: PrintJob) => ({
  results: [row],
  paging: { limit: 50, total: 1, estimated: false, nextCursor: null, prevCursor: null },
})
const other = '018f0000-0000-7000-8000-0000000000b4'
const names = answering(listPrinters, () => [
  { id: '018f0000-0000-7000-8000-0000000000b3', name: 'Front desk' },
  { id: other, name: 'Card office' },
])

const session = buildConsoleSession({ theme: buildTheme({ issuanceAccount: true }) })
const show = () => showScreens(printQueueFeature, '/printqueue', { session })
const choose = async (user: Awaited<ReturnType<typeof show>>['user'], action: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Ada Lovelace' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the print queue', () => {
  it('asks whether a card came out that the printer forgot', {
    meta: { covers: ['screen:printqueue'] },
  }, async () => {
    const asked = serve(
      names,
      answering(listPrintsOfBatch, () => page(job())),
      answering(changePrint, () => job({ queueState: 'COMPLETED' })),
    )
    const { container, user } = await show()
    expect(await screen.findByText('The printer knows nothing of it')).toBeDefined()
    await expectAccessible(container)
    await choose(user, 'Say what came of it')
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'A good card came out' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === changePrint)
    await waitFor(() => expect(sent()?.body).toEqual({ action: 'ANSWER', usable: true }))
  })

  it('moves a card that waits to another printer', async () => {
    const asked = serve(
      names,
      answering(listPrintsOfBatch, () => page(job({ queueState: 'QUEUED', detail: '' }))),
      answering(changePrint, () => job({ queueState: 'QUEUED' })),
    )
    const { user } = await show()
    await choose(user, 'Move to another printer')
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText('Ada Lovelace · Front desk')).toBeDefined()
    await user.selectOptions(within(dialog).getByLabelText('Printer'), other)
    await user.click(within(dialog).getByRole('button', { name: 'Move to another printer' }))
    const sent = () => asked.find(({ endpoint }) => endpoint === changePrint)
    await waitFor(() => expect(sent()?.body).toEqual({ action: 'MOVE', printerId: other }))
  })

  it('prints a card again for a reason, and takes it off the list', async () => {
    const done = job({ queueState: 'COMPLETED', detail: '' })
    const asked = serve(
      names,
      answering(listPrintsOfBatch, () => page(done)),
      answering(restartPrintJob, () => job({ queueState: 'QUEUED', attempt: 2 })),
      answering(removePrint, () => undefined),
    )
    const { user } = await show()
    await choose(user, 'Print again')
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText('Ada Lovelace · Front desk')).toBeDefined()
    await user.selectOptions(within(dialog).getByLabelText('Why'), 'OTHER')
    const again = within(dialog).getByRole('button', { name: 'Print again' })
    expect(again).toHaveProperty('disabled', true)
    await user.type(within(dialog).getByLabelText(/^Note/), 'new photo')
    await user.click(again)
    const sent = () => asked.find(({ endpoint }) => endpoint === restartPrintJob)
    await waitFor(() =>
      expect(sent()?.body).toMatchObject({
        reprint: { reason: 'OTHER', note: 'new photo', fate: 'DESTROYED' },
      }),
    )
    await choose(user, 'Take off the list')
    await waitFor(() => expect(asked.some(({ endpoint }) => endpoint === removePrint)).toBe(true))
  })

  it('holds a print from a card on, and has it go on', async () => {
    let held = false
    const asked = serve(
      names,
      answering(listPrintsOfBatch, () => page(job({ queueState: 'QUEUED', detail: '', held }))),
      answering(changePrint, () => {
        held = true
        return job({ queueState: 'QUEUED', held })
      }),
      answering(resumePrint, () => {
        held = false
        const head = { id, total: 1, heldFrom: null, createdBy: 'grace' }
        return { ...head, createdAt: '2026-01-03T03:04:05.000Z', jobs: [] }
      }),
    )
    const { user } = await show()
    await choose(user, 'Hold this and the cards behind it')
    expect(await screen.findByText('Held')).toBeDefined()
    await choose(user, 'Continue the print')
    const sent = () => asked.find(({ endpoint }) => endpoint === resumePrint)
    await waitFor(() => expect(sent()?.body).toEqual({ id }))
    await waitFor(() => expect(screen.queryByText('Held')).toBeNull())
  })

  it('tells what happened step by step', async () => {
    serve(
      names,
      answering(listPrintsOfBatch, () => page(job())),
      answering(readPrint, () => ({
        ...job(),
        log: [
          {
            at: '2026-01-03T03:04:05.000Z',
            event: 'SEND',
            queueState: 'STARTED' as const,
            printStatus: 'QUEUED' as const,
            detail: 'marker-supply-empty',
          },
          {
            at: '2026-01-03T03:04:06.000Z',
            event: 'TOLD',
            queueState: 'STARTED' as const,
            printStatus: 'IN_PROGRESS' as const,
            detail: 'job-printing of-its-own',
          },
        ],
      })),
    )
    const { user } = await show()
    await choose(user, 'What happened')
    expect(await screen.findByText('In the printer · The ribbon is used up')).toBeDefined()
    expect(screen.getByText(/job-printing of-its-own$/)).toBeDefined()
  })

  it('says so where nothing has happened yet, and names a record that is gone', async () => {
    const gone = job({ queueState: 'QUEUED', title: '', enrollmentId: null })
    serve(
      names,
      answering(listPrintsOfBatch, () => page(gone)),
      answering(readPrint, () => ({ ...gone, log: [] })),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Actions for Deleted record' }))
    await user.click(await screen.findByRole('menuitem', { name: 'What happened' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('Nothing has happened to it yet.')).toBeDefined()
    expect(within(dialog).getByText('What happened to the card of Deleted record')).toBeDefined()
  })

  it.each([
    ['ADD', ['Print again', 'What happened']],
    ['EDIT', ['What happened', 'Take off the list']],
  ] as const)('offers of a card that came out what the right %s allows', async (right, offered) => {
    serve(
      answering(listPrinters, () => []),
      answering(listPrintsOfBatch, () => page(job({ queueState: 'COMPLETED', detail: '' }))),
    )
    const { facts } = session
    const permissions = { ...facts.permissions, ISSUANCE: ['VIEW', right] as const }
    const limited = { ...session, facts: { ...facts, permissions } }
    const { user } = await showScreens(printQueueFeature, '/printqueue', { session: limited })
    await user.click(await screen.findByRole('button', { name: 'Actions for Ada Lovelace' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(offered)
  })
})
