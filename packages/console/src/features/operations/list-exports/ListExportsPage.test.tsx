import {
  createListExport,
  deleteListExport,
  downloadListExport,
  listListExports,
  readListExport,
} from '@signet/contract/operations/list-exports'
import { listWebhooks } from '@signet/contract/operations/webhooks'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { messages } from '../../../lib/messages.ts'
import type { ListExportFact } from '../../../pickers/list-export/list-exports.ts'
import { webhooksFeature } from '../webhooks/webhooks.screens.ts'
import { listExportsFeature } from './list-exports.screens.ts'

const saved: string[] = []
beforeEach(() => {
  messages.set([])
  saved.length = 0
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => saved.push(String(reader.result)))
      reader.readAsText(file)
      return 'about:blank#file'
    },
    revokeObjectURL: () => undefined,
  })
})

const id = '01890000-0000-7000-8000-000000000001'
const hookId = '01890000-0000-7000-8000-000000000002'

const made = (change: Partial<ListExportFact> = {}): ListExportFact => ({
  id,
  list: 'users',
  name: null,
  state: 'READY',
  reason: null,
  rows: 1200,
  bytes: 96_000,
  createdAt: '2026-11-21T12:00:00.000Z',
  endedAt: '2026-11-21T12:00:05.000Z',
  expiresAt: '2026-11-22T12:00:00.000Z',
  ...change,
})
const file = answering(downloadListExport, () => 'userId\r\nada\r\n')

const show = () => showScreens(listExportsFeature, '/exports', { session: buildConsoleSession() })

describe('the exports', () => {
  it('are listed, downloaded and deleted', async () => {
    const asked = serve(
      answering(listListExports, () => [
        made(),
        made({ id: hookId, list: 'groups', state: 'FAILED', reason: 'RIGHTS_LOST', rows: 0 }),
      ]),
      file,
      answering(deleteListExport, () => undefined),
    )
    const { user, container } = await show()
    expect(await screen.findByText('Users')).toBeDefined()
    expect(screen.getByText('1,200')).toBeDefined()
    expect(screen.getByText('Your rights or groups changed while it was made')).toBeDefined()
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Actions for Users' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
    await waitFor(() => expect(saved[0]).toContain('ada'))
    await user.click(screen.getByRole('button', { name: 'Actions for Users' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(asked.map(({ endpoint }) => endpoint)).toContain(deleteListExport))
  })

  it('say where they come from while there are none', async () => {
    serve(answering(listListExports, () => []))
    await show()
    expect(await screen.findByRole('heading', { name: 'No exports yet' })).toBeDefined()
  })
})

describe('a list that comes whole', () => {
  const webhook = (change: object) => ({
    id: hookId,
    name: 'Tickets',
    description: '',
    url: 'https://hooks.example.test/in',
    events: ['*'],
    enabled: true,
    state: 'ACTIVE' as const,
    formerSecretEndsAt: null,
    ownerName: 'ada',
    lastSuccessAt: null,
    failingSince: null,
    deadCount: 0,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    ...change,
  })

  it('is exported as it shows, by the rows; the message fetches the file', async () => {
    let state: ListExportFact['state'] = 'RUNNING'
    const asked = serve(
      answering(listWebhooks, () => [
        webhook({ name: 'Zeta' }),
        webhook({ id, name: 'Alpha' }),
        webhook({ id: hookId.replace('2', '3'), name: 'Off', state: 'OFF' }),
      ]),
      answering(createListExport, () => made({ list: 'webhooks', state, rows: 0 })),
      answering(readListExport, () => made({ list: 'webhooks', state, rows: 2 })),
      file,
    )
    const { user } = await showScreens(webhooksFeature, '/webhooks?f.state=ACTIVE&sort=name', {
      session: buildConsoleSession(),
    })
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Export: Webhooks' })
    await user.selectOptions(within(dialog).getByLabelText('Columns'), 'ALL')
    await user.click(within(dialog).getByRole('button', { name: 'Export' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === createListExport)?.body).toEqual({
        list: 'webhooks',
        ids: [id, hookId],
        byteOrderMark: true,
      }),
    )
    state = 'READY'
    await waitFor(() => expect(messages.get().at(-1)?.text).toBe('Webhooks: 2 rows are ready'))
    const action = messages.get().at(-1)?.action
    if (!action || !('run' in action)) throw new Error('the message offers no download')
    act(() => action.run())
    await waitFor(() => expect(saved[0]).toContain('ada'))
  })
})
