import { bulkCalls, tryBulkToken } from '@signet/contract/operations/bulk-operations'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildOperation } from '../../../../testing/bulk.ts'
import { buildConsoleSession } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Operation } from './bulk-operations.queries.ts'
import { bulkOperationsFeature } from './bulk-operations.screens.ts'

const id = '01890000-0000-7000-8000-000000000001'
const kind = 'importhardwaretokens' as const
const calls = bulkCalls(kind)
const wizard = '/bulkoperations/add/import/hardwaretokens'
const headers = ['upn', 'serial number', 'secret key', 'time interval']
const counts = { rows: 1, changed: 1, skipped: 0, failed: 0 }

const operation = (state: Operation['state']): Operation =>
  buildOperation({
    id,
    kind,
    state,
    fileName: 'tokens.csv',
    headers,
    mapping: [{ column: 'serialNumber', source: 1, value: null }],
    checked: state === 'CHECKED' ? counts : null,
    done: counts,
    progressPercent: 100,
  })

const show = (at: string) =>
  showScreens(bulkOperationsFeature, at, { session: buildConsoleSession() })

it('says whose file it is, and that what no column says is assumed', async () => {
  serve(
    answering(calls.initialiseBulk, () => operation('INITIALISED')),
    answering(calls.sendBulkPart, () => undefined),
    answering(calls.completeBulkFile, () => ({
      operation: operation('UPLOADED'),
      samples: [],
      ownColumns: [],
      tokenLayout: {
        name: 'ENTRA' as const,
        algorithmType: 'OATH_TOTP' as const,
        periodSeconds: null,
        secretEncoding: 'BASE32' as const,
      },
    })),
  )
  const { container } = await show(wizard)
  const file = new File([`${headers.join(',')}\n`], 'tokens.csv')
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } })
  expect(await screen.findByText(/^Recognized as a file for Microsoft Entra/)).toBeDefined()
  expect(screen.getByText(/^What no column says is assumed/)).toBeDefined()
  await expectAccessible(container)
})

it('lists at each row what was assumed, and tries a code of one token', async () => {
  const asked = serve(
    answering(calls.readBulk, () => operation('CHECKED')),
    answering(calls.listBulkRows, () => ({
      results: [
        {
          line: 2,
          name: 'T-1',
          action: 'CREATE' as const,
          subjectId: null,
          errorCode: null,
          column: null,
          message: null,
          assumed: [
            { column: 'algorithmType', value: 'OATH_TOTP' },
            { column: 'digits', value: '6' },
          ],
        },
      ],
      nextAfter: null,
    })),
    answering(tryBulkToken, () => ({
      fits: true,
      found: [
        {
          algorithmType: 'OATH_TOTP' as const,
          hash: 'SHA1' as const,
          digits: 6,
          periodSeconds: 60,
          counter: null,
          driftSeconds: 0,
          secretEncoding: 'BASE32' as const,
        },
      ],
      imported: {
        algorithmType: 'OATH_TOTP' as const,
        hash: 'SHA1' as const,
        digits: 6,
        periodSeconds: 60,
        assumed: [],
      },
    })),
  )
  const { container, user } = await show(`${wizard}?id=${id}`)
  expect(
    await screen.findByText('Assumed: Algorithm Time (TOTP), Digits of a code 6'),
  ).toBeDefined()
  await user.type(screen.getByLabelText('Serial number'), 'T-1')
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Try code' }))
  expect(
    await screen.findByText('The code fits: time-based, SHA1, 6 digits, 60 s, secret in BASE32.'),
  ).toBeDefined()
  await waitFor(() =>
    expect(asked.find(({ endpoint }) => endpoint === tryBulkToken)?.body).toEqual({
      serialNumber: 'T-1',
      response: '123456',
    }),
  )
  await expectAccessible(container)
})
