import {
  createListView,
  deleteListView,
  ListView,
  listListViews,
  setDefaultListView,
  updateListView,
} from '@signet/contract/operations/list-views'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Asked, answering, Refusal, serve } from '../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { messages } from '../lib/messages.ts'
import { ListPage } from './ListPage.tsx'
import type { ListRequest } from './list-state.ts'
import type { ListPageResult } from './list-types.ts'
import type { SavedView } from './list-views.ts'

const [nights, ours, made] = ['1', '2', '3'].map(
  (end) => `018f0000-0000-7000-8000-00000000000${end}`,
)

const view = (change: Partial<SavedView> = {}): SavedView => ({
  id: String(nights),
  list: 'groups',
  name: 'Nights',
  query: 'f.state=ACTIVE&sort=-name',
  shared: false,
  mayChange: true,
  isDefault: false,
  createdAt: '2026-11-30T10:00:00.000Z',
  updatedAt: '2026-11-30T10:00:00.000Z',
  version: 4,
  ...change,
})
const shared = view({
  id: String(ours),
  name: 'Ours',
  query: 'q=x',
  shared: true,
  mayChange: false,
})

let saved: readonly SavedView[] = []
let requests: ListRequest[] = []
beforeEach(() => {
  messages.set([])
  saved = [view(), shared]
  requests = []
})

const changed = (one: SavedView, body: unknown): SavedView =>
  ListView.parse({ ...one, ...Object(body) })

/** The service as it keeps views. */
const answersOfViews = () => [
  answering(listListViews, () => [...saved]),
  answering(createListView, ({ body }) => {
    const one = changed(view({ id: String(made) }), body)
    saved = [...saved, one]
    return one
  }),
  answering(updateListView, ({ params, body }) => {
    saved = saved.map((one) => (one.id === params.id ? changed(one, body) : one))
    return saved.find(({ id }) => id === params.id) ?? new Refusal('not_found')
  }),
  answering(deleteListView, ({ params }) => {
    saved = saved.filter(({ id }) => id !== params.id)
    return undefined
  }),
  answering(setDefaultListView, ({ params, body }) => {
    saved = saved.map((one) => (one.id === params.id ? changed(one, body) : one))
    return saved.find(({ id }) => id === params.id) ?? new Refusal('not_found')
  }),
]

const page = async (request: ListRequest): Promise<ListPageResult<{ readonly id: string }>> => {
  requests.push(request)
  return {
    results: [{ id: 'Sales' }],
    paging: { total: 1, estimated: false, nextCursor: null, prevCursor: null },
  }
}

const states = [{ value: 'ACTIVE', label: 'Active' }]

const Groups = () => (
  <ListPage<{ readonly id: string }>
    title="Groups"
    query={(request) => ({ queryKey: ['groups', request], queryFn: () => page(request) })}
    columns={[
      { key: 'name', title: 'Name', render: ({ id }) => id, isSortable: true },
      { key: 'state', title: 'State', render: () => 'Active' },
    ]}
    filters={[{ key: 'state', label: 'State', options: states }]}
    searchLabel="Search groups"
    views="groups"
    rowId={({ id }) => id}
    rowName={({ id }) => id}
    empty={{ title: 'No groups', text: '' }}
  />
)

const show = (at = '/groups', session = buildConsoleSession()) =>
  renderRoutes([{ path: '/groups', element: <Groups /> }], { at, session })

const openMenu = async ({ user }: Pick<ReturnType<typeof show>, 'user'>) => {
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  return within(await screen.findByRole('menu', { name: 'Views' }))
}

const namesIn = (menu: Awaited<ReturnType<typeof openMenu>>) =>
  [...menu.queryAllByRole('menuitem'), ...menu.queryAllByRole('menuitemcheckbox')].map(
    ({ textContent }) => textContent,
  )

const bodiesOf = (asked: readonly Asked[], endpoint: Asked['endpoint']) =>
  asked.filter((one) => one.endpoint === endpoint).map(({ body }) => body)

describe('the views of a list', () => {
  it('are chosen from a menu and stand in the address', async () => {
    serve(...answersOfViews())
    const shown = show()
    await screen.findByRole('rowheader', { name: 'Sales' })
    const menu = await openMenu(shown)
    await menu.findByRole('menuitem', { name: 'Nights' })
    expect(namesIn(menu)).toEqual(['Show all', 'Nights', 'Ours (shared)', 'Save as new view'])
    await expectAccessible()
    await shown.user.click(menu.getByRole('menuitem', { name: 'Nights' }))
    expect(shown.router.state.location.search).toBe(`?f.state=ACTIVE&sort=-name&view=${nights}`)
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        filters: { state: 'ACTIVE' },
        sort: { key: 'name', isDescending: true },
      }),
    )
    const again = await openMenu(shown)
    await shown.user.click(again.getByRole('menuitem', { name: 'Show all' }))
    expect(shown.router.state.location.search).toBe('')
  })

  it('keep what is not of the view: a page is left, the rest of the address stays', async () => {
    serve(...answersOfViews())
    const shown = show('/groups?cursor=5&from=6&hide=state&tab=2')
    const menu = await openMenu(shown)
    await shown.user.click(await menu.findByRole('menuitem', { name: 'Ours (shared)' }))
    expect(shown.router.state.location.search).toBe(`?tab=2&q=x&view=${ours}`)
  })

  it('are saved with the keyboard alone, as the list shows now', async () => {
    const asked = serve(...answersOfViews())
    const { user, router } = show('/groups?f.state=ACTIVE&hide=state&cursor=5&from=6')
    ;(await screen.findByRole('button', { name: 'Views' })).focus()
    await user.keyboard('{Enter}')
    const menu = within(await screen.findByRole('menu', { name: 'Views' }))
    await menu.findByRole('menuitem', { name: 'Nights' })
    await user.keyboard('{End}{Enter}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Save as new view' })
    await expectAccessible(dialog)
    expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: /^Name/ })),
    )
    await user.keyboard('Day shift{Enter}')
    await waitFor(() => expect(messages.get()[0]?.text).toBe('Day shift was saved'))
    expect(bodiesOf(asked, createListView)).toEqual([
      { list: 'groups', query: 'f.state=ACTIVE&hide=state', name: 'Day shift', shared: false },
    ])
    await waitFor(() => expect(router.state.location.search).toContain(`view=${made}`))
  })

  it('are renamed and shared', async () => {
    const asked = serve(...answersOfViews())
    const shown = show(`/groups?f.state=ACTIVE&sort=-name&view=${nights}`)
    const menu = await openMenu(shown)
    await shown.user.click(await menu.findByRole('menuitem', { name: 'Edit Nights' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Edit Nights' }))
    const name = dialog.getByRole('textbox', { name: /^Name/ })
    await shown.user.clear(name)
    await shown.user.type(name, 'All nights')
    await shown.user.click(dialog.getByRole('checkbox', { name: 'Share with administrators' }))
    await shown.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(messages.get()[0]?.text).toBe('All nights was saved'))
    const [update] = asked.filter(({ endpoint }) => endpoint === updateListView)
    expect(update).toMatchObject({ body: { name: 'All nights', shared: true }, ifMatch: '"4"' })
    expect(await (await openMenu(shown)).findByText('All nights (shared)')).toBeDefined()
  })

  it('take over what the list shows by now', async () => {
    const asked = serve(...answersOfViews())
    const shown = show(`/groups?f.state=ACTIVE&view=${nights}`)
    const menu = await openMenu(shown)
    await shown.user.click(await menu.findByRole('menuitem', { name: 'Save changes to Nights' }))
    await waitFor(() => expect(messages.get()[0]?.text).toBe('Nights was saved'))
    expect(bodiesOf(asked, updateListView)).toEqual([{ query: 'f.state=ACTIVE' }])
    const again = await openMenu(shown)
    await again.findByRole('menuitem', { name: 'Edit Nights' })
    await waitFor(() =>
      expect(again.queryByRole('menuitem', { name: 'Save changes to Nights' })).toBeNull(),
    )
  })

  it('are deleted after a question; the list stays as it is', async () => {
    serve(...answersOfViews())
    const shown = show(`/groups?f.state=ACTIVE&sort=-name&view=${nights}`)
    const menu = await openMenu(shown)
    await shown.user.click(await menu.findByRole('menuitem', { name: 'Delete Nights' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Nights?' }))
    await shown.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(messages.get()[0]?.text).toBe('Nights was deleted'))
    expect(shown.router.state.location.search).toBe('?f.state=ACTIVE&sort=-name')
    expect(saved.map(({ name }) => name)).toEqual(['Ours'])
  })

  it('of others are opened and made the own default, and nothing else', async () => {
    const asked = serve(...answersOfViews())
    const shown = show(`/groups?q=x&view=${ours}`)
    const menu = await openMenu(shown)
    const own = await menu.findByRole('menuitemcheckbox', { name: 'My default view' })
    expect(namesIn(menu)).toEqual([
      'Show all',
      'Nights',
      'Ours (shared)',
      'Save as new view',
      'My default view',
    ])
    expect(own.ariaChecked).toBe('false')
    await shown.user.click(own)
    await waitFor(() =>
      expect(menu.getByRole('menuitemcheckbox', { name: 'My default view' }).ariaChecked).toBe(
        'true',
      ),
    )
    expect(bodiesOf(asked, setDefaultListView)).toEqual([{ isDefault: true }])
  })

  it('of others are read again with each opening: changed, then deleted', async () => {
    serve(...answersOfViews())
    const shown = show()
    const before = await openMenu(shown)
    await before.findByRole('menuitem', { name: 'Ours (shared)' })
    await shown.user.keyboard('{Escape}')
    saved = [{ ...shared, name: 'Theirs', query: 'f.state=ACTIVE', version: 5 }]
    const again = await openMenu(shown)
    await shown.user.click(await again.findByRole('menuitem', { name: 'Theirs (shared)' }))
    expect(shown.router.state.location.search).toBe(`?f.state=ACTIVE&view=${ours}`)
    saved = []
    const after = await openMenu(shown)
    await waitFor(() => expect(namesIn(after)).toEqual(['Show all', 'Save as new view']))
    expect(screen.getByRole('button', { name: /^State: Active/, hidden: true })).toBeDefined()
    expect(requests.at(-1)?.filters).toEqual({ state: 'ACTIVE' })
  })

  it('from an earlier release show the list without a column that is no more', async () => {
    serve(...answersOfViews())
    show(`/groups?hide=old,state&sort=-old&view=${nights}`)
    expect(await screen.findByRole('rowheader', { name: 'Sales' })).toBeDefined()
    expect(requests.map(({ sort }) => sort)).toEqual([null])
    expect(screen.getAllByRole('columnheader').map(({ ariaSort }) => ariaSort)).not.toContain(
      'descending',
    )
    expect(screen.queryByRole('columnheader', { name: 'State' })).toBeNull()
  })

  it('say why one could not be saved, and keep what was typed', async () => {
    serve(
      answering(createListView, () => new Refusal('list_view_exists')),
      ...answersOfViews(),
    )
    const shown = show('/groups?q=anna')
    const menu = await openMenu(shown)
    await shown.user.click(await menu.findByRole('menuitem', { name: 'Save as new view' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await shown.user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Nights')
    await shown.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('There is already a saved view with this name.')).toBeDefined()
    expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveProperty('value', 'Nights')
  })

  it('are not shared by administrators who are limited to groups', async () => {
    serve(...answersOfViews())
    const limited = buildRole({ groupManagement: 'SOME', groupIds: [String(made)] })
    const shown = show('/groups?q=anna', buildConsoleSession({ roles: [limited] }))
    const menu = await openMenu(shown)
    await shown.user.click(await menu.findByRole('menuitem', { name: 'Save as new view' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByRole('textbox', { name: /^Name/ })).toBeDefined()
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })
})

describe('a default view', () => {
  it('is what its list opens with: nothing else is asked for first', async () => {
    saved = [view({ isDefault: true }), shared]
    serve(...answersOfViews())
    const { router } = show()
    await screen.findByRole('rowheader', { name: 'Sales' })
    expect(router.state.location.search).toBe(`?f.state=ACTIVE&sort=-name&view=${nights}`)
    expect(requests.map(({ filters }) => filters)).toEqual([{ state: 'ACTIVE' }])
  })

  it('gives way to what the address asks for', async () => {
    saved = [view({ isDefault: true })]
    serve(...answersOfViews())
    const { router } = show('/groups?q=anna')
    await screen.findByRole('rowheader', { name: 'Sales' })
    expect(router.state.location.search).toBe('?q=anna')
  })

  it('does not come back once everything is shown', async () => {
    saved = [view({ isDefault: true })]
    serve(...answersOfViews())
    const shown = show()
    await screen.findByRole('rowheader', { name: 'Sales' })
    const menu = await openMenu(shown)
    await shown.user.click(await menu.findByRole('menuitem', { name: 'Show all' }))
    await waitFor(() => expect(requests.at(-1)?.filters).toEqual({}))
    expect(shown.router.state.location.search).toBe('')
  })

  it('holds no list up when views cannot be read', async () => {
    serve(answering(listListViews, () => new Refusal('service_unavailable')))
    show()
    expect(await screen.findByRole('rowheader', { name: 'Sales' })).toBeDefined()
    expect(requests).toHaveLength(1)
  })
})
