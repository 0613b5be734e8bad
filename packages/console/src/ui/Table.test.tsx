import { fireEvent, screen, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { createPortal } from 'react-dom'
import { describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { ActionMenu } from './ActionMenu.tsx'
import { Table } from './Table.tsx'

interface Town {
  readonly id: string
  readonly people: number
}

const towns: readonly Town[] = Array.from({ length: 15 }, (_, at) => ({
  id: `Town ${at + 1}`,
  people: (at + 1) * 100,
}))

const columns = [
  { key: 'id', title: 'Name', render: ({ id }: Town) => <a href={`#/${id}`}>{id}</a> },
  { key: 'kind', title: 'Kind', render: () => 'Town', isSortable: true },
  { key: 'people', title: 'People', render: ({ people }: Town) => people, isNumeric: true },
]

const opened: string[] = []

const menuOf = ({ id }: Town) => (
  <ActionMenu
    label={`Actions for ${id}`}
    actions={[
      { label: 'Visit', onSelect: () => undefined },
      { label: 'Leave', onSelect: () => undefined },
    ]}
  />
)

const Towns = (change: Partial<ComponentProps<typeof Table<Town>>>) => {
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  return (
    <Table<Town>
      label="Towns"
      rows={towns}
      rowId={({ id }) => id}
      columns={columns}
      sort={null}
      onSort={() => undefined}
      selection={selection}
      onSelect={setSelection}
      onOpen={({ id }) => void opened.push(id)}
      actions={menuOf}
      density="compact"
      {...change}
    />
  )
}

const show = (change: Partial<ComponentProps<typeof Table<Town>>> = {}) =>
  renderRoutes([{ path: '/', element: <Towns {...change} /> }])

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
const selected = (): number[] =>
  boxes().flatMap(({ checked }, at) => (checked && at > 0 ? [at] : []))
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select all/ })
const stops = () =>
  [...document.querySelectorAll<HTMLElement>('table, table *')].filter(
    ({ tabIndex }) => tabIndex === 0,
  )
const link = (name: string) => screen.getByRole('link', { name })

describe('a table', () => {
  it('is read as a grid with names for its rows and columns', async () => {
    show()
    const grid = screen.getByRole('grid', { name: 'Towns' })
    expect(within(grid).getAllByRole('row')).toHaveLength(16)
    expect(within(grid).getByRole('rowheader', { name: 'Town 1' })).toBeDefined()
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map(({ ariaSort }) => ariaSort),
    ).toEqual([null, null, 'none', null, null])
    await expectAccessible()
  })

  it('shows no hidden column, and rows on their way to nobody who listens', async () => {
    show({ rows: [], isLoading: true, hiddenColumns: new Set(['kind']) })
    expect(screen.queryByRole('columnheader', { name: 'Kind' })).toBeNull()
    expect(screen.getAllByRole('row')).toHaveLength(1)
    expect(screen.getByRole('grid').ariaBusy).toBe('true')
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeDefined()
    await expectAccessible()
  })

  it('leaves links, boxes and menus of a row to themselves', async () => {
    const { user } = show()
    opened.splice(0)
    await user.click(link('Town 2'))
    await user.click(boxes()[2] ?? document.body)
    await user.click(screen.getByRole('button', { name: 'Actions for Town 2' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Visit' }))
    expect(opened).toEqual([])
    await user.click(screen.getByRole('gridcell', { name: '300' }))
    expect(opened).toEqual(['Town 3'])
  })

  it('does not open a row whose text somebody marks', async () => {
    const { user } = show()
    opened.splice(0)
    const cell = screen.getByText('300')
    await user.pointer([
      { keys: '[MouseLeft>]', target: cell, offset: 0 },
      { target: cell, offset: 2 },
      { keys: '[/MouseLeft]' },
    ])
    expect(document.getSelection()?.toString()).toBe('30')
    expect(opened).toEqual([])
  })
})

const above = (
  <table>
    <tbody>
      <tr data-at="4">
        <td tabIndex={-1}>Above</td>
        <td tabIndex={-1}>Beside</td>
      </tr>
    </tbody>
  </table>
)

describe('what a row opens above the table', () => {
  it('keeps its keys and clicks', async () => {
    const opener = { key: 'above', title: '', render: () => createPortal(above, document.body) }
    const { user } = show({ rows: towns.slice(0, 1), columns: [...columns, opener] })
    opened.splice(0)
    const cell = screen.getByText('Above')
    await user.click(cell)
    cell.focus()
    expect(fireEvent.keyDown(cell, { key: 'ArrowRight' })).toBe(true)
    expect(fireEvent.keyDown(cell, { key: ' ' })).toBe(true)
    expect(document.activeElement).toBe(cell)
    expect(opened).toEqual([])
  })
})

describe('the boxes of a table', () => {
  it('select one, all and none', async () => {
    const { user } = show()
    await user.click(boxes()[3] ?? document.body)
    expect(selected()).toEqual([3])
    expect(all().indeterminate).toBe(true)
    await user.click(all())
    expect(selected()).toEqual([])
    await user.click(all())
    expect(selected()).toHaveLength(15)
    expect(all().checked).toBe(true)
    expect(screen.getAllByRole('row')[1]?.ariaSelected).toBe('true')
  })

  it('select and give up ranges with Shift, up and down', async () => {
    const { user } = show()
    const click = (at: number) => user.click(boxes()[at] ?? document.body)
    await click(6)
    await user.keyboard('{Shift>}')
    await click(3)
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual([3, 4, 5, 6])
    await click(4)
    await user.keyboard('{Shift>}')
    await click(5)
    await user.keyboard('{/Shift}')
    expect(selected()).toEqual([3, 6])
  })
})

describe('the keys of a table', () => {
  it('stop once at the table, and where they were when they come back', async () => {
    const { user } = show()
    expect(stops()).toEqual([all()])
    await user.tab()
    expect(document.activeElement).toBe(all())
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(document.activeElement).toBe(link('Town 1'))
    expect(stops()).toEqual([link('Town 1')])
    await user.tab()
    expect(document.activeElement).toBe(document.body)
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(link('Town 1'))
  })

  it('move by cells, rows, pages and to the ends', async () => {
    const { user } = show()
    await user.tab()
    const at = async (keys: string) => {
      await user.keyboard(keys)
      return document.activeElement?.textContent
    }
    expect(await at('{ArrowRight}{ArrowRight}')).toBe('Kind')
    expect(await at('{ArrowDown}{ArrowRight}')).toBe('100')
    expect(await at('{PageDown}')).toBe('1100')
    expect(await at('{PageDown}{ArrowDown}')).toBe('1500')
    expect(await at('{PageUp}')).toBe('500')
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Town 5' }))
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(boxes()[5])
    await user.keyboard('{Control>}{End}{/Control}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Town 15' }))
    await user.keyboard('{Control>}{Home}{/Control}')
    expect(document.activeElement).toBe(all())
  })

  it('open a row with Enter and select it with Space, with Shift up to it', async () => {
    const { user } = show()
    opened.splice(0)
    await user.tab()
    await user.keyboard('{ArrowDown}{End}{ArrowLeft}{Enter}')
    expect(opened).toEqual(['Town 1'])
    await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(selected()).toEqual([1, 2, 3])
    await user.keyboard('{Home}{ArrowRight} ')
    expect(document.activeElement).toBe(link('Town 3'))
    expect(selected()).toEqual([1, 2])
  })

  it('are a menu’s own while it is open', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Actions for Town 2' }))
    const visit = await screen.findByRole('menuitem', { name: 'Visit' })
    visit.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Leave' }))
  })

  it('make a column wider and narrower with Shift', async () => {
    const { user } = show()
    await user.tab()
    const tracks = () => screen.getByRole('grid').style.getPropertyValue('--tracks')
    expect(tracks()).toBe('50px minmax(140px, 1fr) minmax(140px, 1fr) minmax(140px, 1fr) 48px')
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
    // jsdom lays nothing out: every cell is as wide as the window.
    expect(tracks()).toBe('50px 1296px minmax(140px, 1fr) minmax(140px, 1fr) 48px')
    expect(document.activeElement?.textContent).toBe('Name')
  })
})
