import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { CallError } from '../lib/call-error.ts'
import { ListPage } from './ListPage.tsx'
import type { ListRequest } from './list-state.ts'
import type { ListDefinition, ListPageResult, Selection } from './list-types.ts'

interface Person {
  readonly id: string
  readonly name: string
}

const people: readonly Person[] = Array.from({ length: 8 }, (_, at) => ({
  id: `id-${at + 1}`,
  name: `Person ${at + 1}`,
}))

/** Eight people behind cursors, five at most at a time, as a server might answer. */
const limit = 5
const answer = ({ search, cursor }: ListRequest): ListPageResult<Person> => {
  const fitting = people.filter(({ name }) => name.includes(search))
  const start = Number(cursor ?? '0')
  const isMore = start + limit < fitting.length
  return {
    results: fitting.slice(start, start + limit),
    paging: {
      total: fitting.length,
      estimated: false,
      nextCursor: isMore ? String(start + limit) : null,
      prevCursor: start > 0 ? String(start - limit) : null,
    },
  }
}

const asked: ListRequest[] = []

const list = (change: Partial<ListDefinition<Person>> = {}): ListDefinition<Person> => ({
  title: 'People',
  query: (request) => ({
    queryKey: ['people', request],
    queryFn: async () => {
      asked.push(request)
      return answer(request)
    },
  }),
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  rowLink: ({ id }) => `/person/${id}`,
  columns: [
    { key: 'name', title: 'Name', render: ({ name }) => name, isSortable: true },
    { key: 'id', title: 'Number', render: ({ id }) => id },
  ],
  filters: [{ key: 'state', label: 'State', options: [{ value: 'ACTIVE', label: 'Active' }] }],
  searchLabel: 'Search people',
  empty: { title: 'No people yet', text: 'People appear here once they are added.' },
  ...change,
})

const show = (definition = list(), at = '/people') =>
  renderRoutes(
    [
      { path: '/people', element: <ListPage {...definition} /> },
      { path: '/person/:id', element: <p>The person</p> },
    ],
    { at },
  )

const rows = () => screen.getAllByRole('row').slice(1)

describe('a list', () => {
  it('shows its rows, each with a link to its page, and where we are in it', async () => {
    show()
    const link = await screen.findByRole('link', { name: 'Person 1' })
    expect(link).toHaveProperty('pathname', '/person/id-1')
    expect(rows()).toHaveLength(5)
    expect(screen.getByText('1–5 of 8')).toBeDefined()
    await expectAccessible()
  })

  it('opens a row on a click anywhere in it', async () => {
    const { user, router } = show()
    await user.click(await screen.findByRole('gridcell', { name: 'id-2' }))
    expect(router.state.location.pathname).toBe('/person/id-2')
  })

  it('pages by cursors that stand in the address, so that Back goes back', async () => {
    const { user, router } = show()
    await screen.findByRole('link', { name: 'Person 1' })
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: 'Person 6' })
    expect(router.state.location.search).toBe('?cursor=5&from=6')
    expect(screen.getByText('6–8 of 8')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
    await router.navigate(-1)
    await screen.findByRole('link', { name: 'Person 1' })
  })

  it('begins again at the first page when the search changes', async () => {
    const { user, router } = show(list(), '/people?cursor=5&from=6')
    await screen.findByRole('link', { name: 'Person 6' })
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'Person 7')
    expect(await screen.findByText('1–1 of 1')).toBeDefined()
    expect(router.state.location.search).toBe('?q=Person+7')
  })

  it('narrows by a filter chip, which takes itself off again', async () => {
    const { user, router } = show()
    await user.click(await screen.findByRole('button', { name: 'State' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Active' }))
    expect(router.state.location.search).toBe('?f.state=ACTIVE')
    expect(await screen.findByRole('button', { name: 'State: Active' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Remove filter State: Active' }))
    expect(router.state.location.search).toBe('')
  })

  it('hides a column and keeps that in the address', async () => {
    const { user, router } = show()
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Number' }))
    expect(router.state.location.search).toBe('?hide=id')
    await waitFor(() =>
      expect(screen.queryByRole('columnheader', { name: 'Number', hidden: true })).toBeNull(),
    )
  })

  it('sorts by a column and says so in the address', async () => {
    const { user, router } = show()
    const head = await screen.findByRole('columnheader', { name: 'Name' })
    expect(head.ariaSort).toBe('none')
    await user.click(within(head).getByRole('button'))
    expect(router.state.location.search).toBe('?sort=name')
    expect(head.ariaSort).toBe('ascending')
    await user.click(within(head).getByRole('button'))
    expect(router.state.location.search).toBe('?sort=-name')
    expect(head.ariaSort).toBe('descending')
    await user.click(within(head).getByRole('button'))
    expect(router.state.location.search).toBe('')
  })

  it('remembers how many rows a page has', async () => {
    const { user, unmount } = show()
    await screen.findByRole('link', { name: 'Person 1' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '25')
    expect(asked.at(-1)?.limit).toBe(25)
    unmount()
    show()
    await screen.findByRole('link', { name: 'Person 1' })
    expect(asked.at(-1)?.limit).toBe(25)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '50')
  })
})

describe('a list without rows', () => {
  const none: ListPageResult<Person> = {
    results: [],
    paging: { total: 0, estimated: false, nextCursor: null, prevCursor: null },
  }
  const answering = (act: () => Promise<ListPageResult<Person>>) =>
    list({ query: (request) => ({ queryKey: ['none', request], queryFn: act }) })

  it('says what would stand there', async () => {
    show(answering(async () => none))
    expect(await screen.findByRole('heading', { name: 'No people yet' })).toBeDefined()
    await expectAccessible()
  })

  it('says that nothing matches, and clears search and filters', async () => {
    const { user, router } = show(
      answering(async () => none),
      '/people?q=x&f.state=ACTIVE',
    )
    expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(router.state.location.search).toBe('')
  })

  it('says that the permission is missing', async () => {
    show(answering(() => Promise.reject(new CallError(403, { errorCode: 'access_denied' }))))
    expect(
      await screen.findByRole('heading', { name: 'You do not have access to this' }),
    ).toBeDefined()
  })

  it('says why it failed, with what the support needs, and tries again', async () => {
    let tries = 0
    const { user } = show(
      answering(async () => {
        tries += 1
        if (tries > 1)
          return answer({ search: '', sort: null, filters: {}, cursor: null, limit: 25 })
        throw new CallError(503, { errorCode: 'service_unavailable', requestId: 'req-9' })
      }),
    )
    expect(await screen.findByText('service_unavailable · 503 · req-9')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Person 1' })).toBeDefined()
  })
})

describe('selected rows', () => {
  const chosen: Selection[] = []
  const selectable = list({
    bulkActions: [{ label: 'Lock', run: (selection) => void chosen.push(selection) }],
    takesMatching: true,
  })

  it('bring a bar that acts on them', async () => {
    const { user } = show(selectable)
    const row = (await screen.findByRole('link', { name: 'Person 2' })).closest('[role="row"]')
    if (!(row instanceof HTMLElement)) throw new Error('the link stands in no row')
    await user.click(within(row).getByRole('checkbox'))
    expect(screen.getByText('1 selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    expect(chosen.at(-1)).toEqual({ kind: 'ids', ids: ['id-2'] })
  })

  it('are none on another page, and none again after Back', async () => {
    const { user, router } = show(selectable)
    await screen.findByRole('link', { name: 'Person 1' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
    expect(screen.getByText('5 selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByRole('link', { name: 'Person 6' })
    expect(screen.queryByText('5 selected')).toBeNull()
    await router.navigate(-1)
    await screen.findByRole('link', { name: 'Person 1' })
    expect(screen.queryByText('5 selected')).toBeNull()
  })

  it('become everything that matches, as a request and not as ids', async () => {
    const { user } = show(selectable)
    await screen.findByRole('link', { name: 'Person 1' })
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 8 matching' }))
    await user.click(screen.getByRole('button', { name: 'Lock' }))
    expect(chosen.at(-1)).toMatchObject({ kind: 'matching', total: 8, request: { search: '' } })
  })
})

describe('keys', () => {
  it('move, select and open: j, k, x, o, and / searches', async () => {
    const { user, router } = show(list({ bulkActions: [{ label: 'Lock', run: () => undefined }] }))
    await screen.findByRole('link', { name: 'Person 1' })
    await user.keyboard('jj')
    await user.keyboard('x')
    expect(screen.getByText('1 selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search people' }))
    await user.keyboard('{Tab}')
    document.body.focus()
    await user.keyboard('ko')
    expect(router.state.location.pathname).toBe('/person/id-1')
  })
})
