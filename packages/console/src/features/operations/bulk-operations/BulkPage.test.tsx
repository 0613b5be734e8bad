import { bulkCalls, listBulkOperations } from '@signet/contract/operations/bulk-operations'
import { bulkKindNames, bulkKindOf } from '@signet/rules/bulk'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { buildOperation } from '../../../../testing/bulk.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../../../testing/facts.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import { bulkPath } from './bulk-kinds.ts'
import type { Operation } from './bulk-operations.queries.ts'
import { bulkOperationsFeature } from './bulk-operations.screens.ts'

const id = '01890000-0000-7000-8000-000000000001'
const calls = bulkCalls('importusers')

const operation = (change: Partial<Operation> = {}): Operation =>
  buildOperation({
    state: 'COMPLETED',
    headers: ['Login', 'Mail'],
    mapping: [{ column: 'userId', source: 0, value: null }],
    done: { rows: 3, changed: 1, skipped: 1, failed: 1 },
    progressPercent: 100,
    ...change,
  })

const show = (at: string) =>
  showScreens(bulkOperationsFeature, at, { session: buildConsoleSession() })
const ofTenants = {
  entityType: 'TENANTS',
  view: true,
  add: true,
  edit: true,
  remove: true,
} as const
/** An administrator of a service provider, who may also do what others may. */
const atProvider = buildConsoleSession({
  theme: buildTheme({ isSp: true, hostname: 'id.example' }),
  roles: [buildRole({ permissions: [...buildRole().permissions, ofTenants] })],
})
const wizard = '/bulkoperations/add/import/users'
const answerOne = (change: Partial<Operation> = {}) =>
  answering(calls.readBulk, () => operation(change))
const noRows = answering(calls.listBulkRows, () => ({ results: [], nextAfter: null }))

describe('bulk operations', () => {
  it('are listed with what became of their rows', {
    meta: { covers: ['screen:bulkoperations'] },
  }, async () => {
    serve(answering(listBulkOperations, () => [operation()]))
    const { container } = await show('/bulkoperations')
    expect(await screen.findByText('starters.csv')).toBeDefined()
    expect(screen.getByText('1 row changed, 1 skipped, 1 with errors')).toBeDefined()
    await expectAccessible(container)
  })

  it('are begun by choosing what to do', {
    meta: { covers: ['screen:bulkoperations/add'] },
  }, async () => {
    await show('/bulkoperations/add')
    const link = await screen.findByRole('link', { name: /Import users/ })
    expect(link.getAttribute('href')).toContain(wizard)
  })

  it('stand by what they are about', async () => {
    await show('/bulkoperations/add')
    const tokens = await screen.findByRole('region', { name: 'Tokens' })
    expect(within(tokens).getByRole('link', { name: /Import hardware tokens/ })).toBeDefined()
    expect(within(tokens).queryByRole('link', { name: /Import users/ })).toBeNull()
    const headings = screen.getAllByRole('heading', { level: 2 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'People',
      'Groups',
      'Tokens',
      'Grid cards',
      'From another server',
      'People on cards',
      'Mobile flash passes',
      'Smart cards',
    ])
  })

  it('are those on groups alone for who may work with groups only', async () => {
    const permission = { entityType: 'BULKGROUPS', view: true, add: true, edit: false } as const
    const role = buildRole({ permissions: [{ ...permission, remove: false }] })
    const session = buildConsoleSession({ roles: [role] })
    await showScreens(bulkOperationsFeature, '/bulkoperations/add', { session })
    await screen.findByRole('link', { name: /Import groups/ })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    const kinds = links.filter((href) => href.includes('/bulkoperations/add/'))
    expect(kinds.map((href) => href.split('/add/')[1])).toEqual([
      'import/groups',
      'import/usergroups',
      'delete/groups',
    ])
  })
})

describe('bulk operations on tenants', () => {
  const exports = { ...ofTenants, entityType: 'EXPORTREPORTS' } as const
  const role = buildRole({ permissions: [ofTenants, exports] })
  const session = buildConsoleSession({ theme: buildTheme({ isSp: true }), roles: [role] })

  it('are listed for a provider’s administrator who may see no other kind', async () => {
    const { listBulk } = bulkCalls('createtenant')
    serve(answering(listBulk, () => [operation({ kind: 'createtenant', fileName: 'new.csv' })]))
    await showScreens(bulkOperationsFeature, '/bulkoperations', { session })
    expect(await screen.findByText('new.csv')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })

  it('are the only ones that such an administrator begins, and no one of another tenant', async () => {
    await showScreens(bulkOperationsFeature, '/bulkoperations/add', { session })
    const link = await screen.findByRole('link', { name: /Create tenants/ })
    expect(link.getAttribute('href')).toContain('/bulkoperations/add/create/tenants')
    expect(screen.queryByRole('link', { name: /Import users/ })).toBeNull()
  })
})

describe('a bulk operation', () => {
  it('takes a file in parts and offers the columns that its header seems to mean', {
    meta: { covers: ['screen:bulkoperations/add/{action}/{type}'] },
  }, async () => {
    const asked = serve(
      answering(calls.initialiseBulk, () => operation({ state: 'INITIALISED' })),
      answering(calls.sendBulkPart, () => undefined),
      answering(calls.completeBulkFile, () => ({
        operation: operation({ state: 'UPLOADED' }),
        samples: [['ada', 'ada@example.test']],
        ownColumns: [],
      })),
      answering(calls.mapBulkColumns, () => operation({ state: 'UPLOADED' })),
      answerOne({ state: 'UPLOADED', done: { rows: 0, changed: 0, skipped: 0, failed: 0 } }),
    )
    const { container } = await show(wizard)
    const file = new File(['Login,Mail\nada,ada@example.test\n'], 'starters.csv')
    fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } })
    const mail = await screen.findByLabelText('Email')
    expect(screen.getByText('ada')).toBeDefined()
    fireEvent.change(mail, { target: { value: '#1' } })
    await expectAccessible(container)
    fireEvent.click(screen.getByRole('button', { name: 'Save and go on' }))
    await screen.findByRole('button', { name: 'Try it first' })
    const bodies = asked.map(({ body }) => body)
    expect(bodies).toContainEqual({
      number: 0,
      content: btoa('Login,Mail\nada,ada@example.test\n'),
    })
    expect(bodies).toContainEqual({
      mapping: [
        { column: 'userId', source: 0 },
        { column: 'email', source: 1 },
      ],
      existing: 'ERROR',
    })
  })

  it('says as what the file was recognized, and reads it as chosen', {
    meta: { covers: ['screen:bulkoperations/add/{action}/{type}'] },
  }, async () => {
    let encoding = 'windows-1252'
    let version = 1
    const asked = serve(
      answering(calls.initialiseBulk, () => operation({ state: 'INITIALISED' })),
      answering(calls.sendBulkPart, () => undefined),
      answering(calls.completeBulkFile, ({ query }) => {
        if (query.encoding !== undefined) encoding = query.encoding
        version += 1
        const samples = [[encoding === 'windows-1250' ? 'żółć' : '¿ó³æ', 'z@example.test']]
        return {
          operation: operation({ state: 'UPLOADED', encoding, version }),
          samples,
          ownColumns: [],
        }
      }),
      answerOne({ state: 'UPLOADED' }),
    )
    const { container } = await show(wizard)
    const file = new File(['Login,Mail\n'], 'starters.csv')
    fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } })
    expect(await screen.findByLabelText('File format')).toHaveProperty('value', 'csv,')
    expect(screen.getByText('¿ó³æ')).toBeDefined()
    const chosen = screen.getByLabelText('Text encoding')
    expect(chosen).toHaveProperty('value', 'windows-1252')
    fireEvent.change(chosen, { target: { value: 'windows-1250' } })
    expect(await screen.findByText('żółć')).toBeDefined()
    expect(asked.at(-1)?.query).toMatchObject({ format: 'csv,', encoding: 'windows-1250' })
    await expectAccessible(container)
  })

  it('offers another encoding for a file that cannot be read as it is', async () => {
    const tried: unknown[] = []
    serve(
      answering(calls.initialiseBulk, () => operation({ state: 'INITIALISED' })),
      answering(calls.sendBulkPart, () => undefined),
      answering(calls.completeBulkFile, ({ query }) => {
        tried.push(query.encoding)
        if (query.encoding === 'shift_jis') {
          return { operation: operation({ state: 'UPLOADED' }), samples: [], ownColumns: [] }
        }
        const fields = [{ path: 'file', message: 'ENCODING line 3 column 5' }]
        return new Refusal('bulk_file_invalid', {}, fields)
      }),
      answerOne({ state: 'UPLOADED' }),
    )
    await show(wizard)
    const file = new File(['Login,Mail\n'], 'starters.csv')
    fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } })
    expect(await screen.findByText(/from line 3, character 5 on/)).toBeDefined()
    fireEvent.change(screen.getByLabelText('Text encoding'), { target: { value: 'shift_jis' } })
    await screen.findByRole('button', { name: 'Save and go on' })
    expect(tried).toEqual([undefined, 'shift_jis'])
  })

  it('offers the attributes that the tenant has defined as columns, by their names', async () => {
    const column = 'attribute:01890000-0000-7000-8000-0000000000aa'
    const headers = ['Login', 'Badge']
    const asked = serve(
      answering(calls.initialiseBulk, () => operation({ state: 'INITIALISED' })),
      answering(calls.sendBulkPart, () => undefined),
      answering(calls.completeBulkFile, () => ({
        operation: operation({ state: 'UPLOADED', headers }),
        samples: [['ada', 'B001']],
        ownColumns: [{ column, name: 'Badge number', required: true, choices: ['B001', 'B002'] }],
      })),
      answering(calls.mapBulkColumns, () => operation({ state: 'UPLOADED', headers })),
      answerOne({ state: 'UPLOADED', headers }),
    )
    await show(wizard)
    const file = new File(['Login,Badge\nada,B001\n'], 'starters.csv')
    fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } })
    fireEvent.change(await screen.findByLabelText(/^Badge number/), { target: { value: '#1' } })
    expect(screen.getByText('B001')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Save and go on' }))
    await screen.findByRole('button', { name: 'Try it first' })
    const mapping = [
      { column: 'userId', source: 0 },
      { column, source: 1 },
    ]
    expect(asked.map(({ body }) => body)).toContainEqual({ mapping, existing: 'ERROR' })
  })

  const fileKinds = bulkKindNames.filter((kind) => {
    const { onlyFromLists, columns } = bulkKindOf(kind)
    return onlyFromLists !== true && columns.every(({ once }) => once !== true)
  })
  it.each(fileKinds)('names the columns of %s as the rest of the console does', async (kind) => {
    const own = bulkCalls(kind)
    const uploaded = operation({ kind, state: 'UPLOADED' })
    serve(
      answering(own.initialiseBulk, () => operation({ kind, state: 'INITIALISED' })),
      answering(own.sendBulkPart, () => undefined),
      answering(own.completeBulkFile, () => ({ operation: uploaded, samples: [], ownColumns: [] })),
      answering(own.readBulk, () => uploaded),
    )
    const at = { session: atProvider }
    const { container } = await showScreens(bulkOperationsFeature, bulkPath(kind), at)
    const file = new File(['Login\nada\n'], 'people.csv')
    fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } })
    await screen.findByRole('button', { name: 'Save and go on' })
    const fields = [...container.querySelectorAll('select')]
    expect(fields.length).toBeGreaterThanOrEqual(bulkKindOf(kind).columns.length)
    const labels = fields.map(({ labels: [label] }) => label?.textContent ?? '')
    expect(labels.filter((label) => !/^[A-Z][a-z A-Z]+/.test(label))).toEqual([])
    const told = fields.flatMap(({ options }) => [...options].map(({ text }) => text))
    expect(told.join()).not.toMatch(/true|false|ACTIVE|LOCKED/)
  })

  it('that deletes groups wants their number before it begins, and a dry run before that', async () => {
    const kind = 'deletegroups'
    const checked = { rows: 3, changed: 2, skipped: 0, failed: 1 }
    const groups = bulkCalls(kind)
    const asked = serve(
      answering(groups.readBulk, () => operation({ kind, state: 'CHECKED', checked })),
      answering(groups.listBulkRows, () => ({ results: [], nextAfter: null })),
      answering(groups.startBulk, () => operation({ kind, state: 'RUNNING' })),
    )
    await show(`/bulkoperations/add/delete/groups?id=${id}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 groups?' })
    const start = within(dialog).getByRole('button', { name: 'Start' })
    expect(start).toHaveProperty('disabled', true)
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '2' } })
    fireEvent.click(start)
    await waitFor(() => expect(asked.map(({ path }) => path).join()).toContain('/start'))
  })

  it('that would delete nothing is not begun', async () => {
    const kind = 'deletetokens'
    const checked = { rows: 3, changed: 0, skipped: 0, failed: 3 }
    const tokens = bulkCalls(kind)
    serve(
      answering(tokens.readBulk, () => operation({ kind, state: 'CHECKED', checked })),
      answering(tokens.listBulkRows, () => ({ results: [], nextAfter: null })),
    )
    await show(`/bulkoperations/add/delete/tokens?id=${id}`)
    await screen.findByRole('button', { name: 'Try it first' })
    expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  })

  it('that met a broken file says at which character of which line', async () => {
    const place = { reason: 'ENCODING', reasonLine: 3402, reasonColumn: 8 }
    serve(answerOne({ state: 'FAILED', ...place }), noRows)
    await show(`${wizard}?id=${id}`)
    expect(await screen.findByText(/from line 3402, character 8 on: its characters/)).toBeDefined()
  })

  it('shows what became of its rows, in words', {
    meta: { covers: ['screen:bulkoperations/add/{action}/{type}'] },
  }, async () => {
    serve(
      answerOne(),
      answering(calls.listBulkRows, () => ({
        results: [
          {
            line: 4,
            name: 'twin',
            action: 'ERROR' as const,
            subjectId: null,
            errorCode: 'bulk_row_repeated',
            column: 'externalId',
            message: '2',
          },
        ],
        nextAfter: null,
      })),
    )
    const { container } = await show(`${wizard}?id=${id}`)
    expect(
      await screen.findByText('An earlier row of the file has the same value. (externalId: 2)'),
    ).toBeDefined()
    await expectAccessible(container)
  })

  it('that can be taken back is, by one more of its kind', async () => {
    const states = bulkCalls('setuserstate')
    const locking = operation({ kind: 'setuserstate', reversible: true })
    const asked = serve(
      answering(states.readBulk, () => locking),
      answering(states.listBulkRows, () => ({ results: [], nextAfter: null })),
      answering(states.initialiseBulk, () => locking),
      answering(states.startBulk, () => locking),
    )
    await show(`/bulkoperations/add/set/userstate?id=${id}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(asked.map(({ body }) => body)).toContainEqual({ operationId: id }))
  })

  it('that is paused says why, and goes on with the rights of another', async () => {
    const asked = serve(
      answerOne({ state: 'PAUSED', reason: 'ROLES_CHANGED' }),
      noRows,
      answering(calls.renewBulkCredentials, () => operation({ state: 'RUNNING' })),
    )
    await show(`${wizard}?id=${id}`)
    expect(await screen.findByText(/roles of the person who started it/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Renew with my rights' }))
    await waitFor(() => expect(asked.map(({ path }) => path).join()).toContain('renewcredentials'))
  })
})
