import { printEnrollments } from '@signet/contract/issuance/enrollment-prints'
import { listPrinters } from '@signet/contract/issuance/printers'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../testing/answers.ts'
import { buildConsoleSession } from '../../../testing/facts.ts'
import { expectAccessible } from '../../../testing/render.tsx'
import { showScreens } from '../../../testing/screens.tsx'
import type { Feature } from '../../kit/screen.ts'
import { PrintDialog } from './PrintDialog.tsx'

const person = '018f0000-0000-7000-8000-0000000000c1'
const printer = '018f0000-0000-7000-8000-0000000000c2'
const Page = () => <PrintDialog enrollmentIds={[person]} onClose={() => undefined} />
const feature: Feature = {
  screens: [
    {
      path: '/users',
      title: 'common:pages.printQueue',
      help: 'printers',
      page: async () => ({ default: Page }),
    },
  ],
}

it('sends the cards of people to the printer that is chosen', async () => {
  const asked = serve(
    answering(listPrinters, () => [
      { id: printer, name: 'Front desk' },
      { id: person, name: 'Card office' },
    ]),
    answering(printEnrollments, () => ({
      batchId: null,
      results: [{ enrollmentId: person, job: null, errorCode: 'ISSUANCE_PRINT_DONE' }],
    })),
  )
  const { container, user } = await showScreens(feature, '/users', {
    session: buildConsoleSession(),
  })
  await screen.findByRole('option', { name: 'Front desk' })
  await user.selectOptions(screen.getByLabelText('Printer'), printer)
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Print' }))
  const sent = () => asked.find(({ endpoint }) => endpoint === printEnrollments)
  await waitFor(() =>
    expect(sent()?.body).toEqual({ printerIds: [printer], cards: [{ enrollmentId: person }] }),
  )
})

it('says that there is no printer', async () => {
  serve(answering(listPrinters, () => []))
  await showScreens(feature, '/users', { session: buildConsoleSession() })
  expect(await screen.findByText(/There is no printer yet/)).toBeDefined()
  expect(screen.queryByLabelText('Printer')).toBeNull()
})
