import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { ListPage } from './ListPage.tsx'
import type { ListPageResult } from './list-types.ts'
import { useTimeColumn } from './time-column.tsx'

interface Visit {
  readonly id: string
  readonly at: string | null
}

/** Before and after the clocks of Berlin change, and one without a time. */
const visits: readonly Visit[] = [
  { id: 'Winter', at: '2026-03-29T00:59:59.000Z' },
  { id: 'Summer', at: '2026-03-29T01:00:00.000Z' },
  { id: 'None', at: null },
]

const page = async (): Promise<ListPageResult<Visit>> => ({
  results: visits,
  paging: { total: visits.length, estimated: false, nextCursor: null, prevCursor: null },
})

interface VisitsProps {
  readonly zone?: string
  readonly none?: string
}

const Visits = ({ zone, none }: VisitsProps) => {
  const timeColumn = useTimeColumn(zone)
  const head = {
    key: 'at',
    title: 'Visited',
    isSortable: true,
    ...(none === undefined ? {} : { none }),
  }
  return (
    <ListPage<Visit>
      title="Visits"
      query={(request) => ({ queryKey: ['visits', request], queryFn: page })}
      columns={[
        { key: 'id', title: 'Name', render: ({ id }) => id },
        timeColumn(head, ({ at }) => at),
      ]}
      rowId={({ id }) => id}
      rowName={({ id }) => id}
      empty={{ title: 'No visits', text: '' }}
    />
  )
}

const show = async (props: VisitsProps = {}) => {
  renderRoutes([{ path: '/', element: <Visits {...props} /> }])
  return within(await screen.findByRole('row', { name: /Winter/ }))
}

describe('a column of times', () => {
  it('names the zone once in its head, and no offset beside its times', {
    meta: { covers: ['formatting.dates'] },
  }, async () => {
    await show({ zone: 'Europe/Berlin' })
    expect(screen.getByRole('columnheader', { name: 'Visited Europe/Berlin' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Visited Europe/Berlin' })).toBeDefined()
    const cells = screen.getAllByRole('gridcell').map(({ textContent }) => textContent)
    expect(cells).toEqual(['29 Mar 2026 01:59:59', '29 Mar 2026 03:00:00', '–'])
    await expectAccessible()
  })

  it('tells the offset of each time in its tooltip', async () => {
    const winter = await show({ zone: 'Europe/Berlin' })
    expect(winter.getByTitle('29 Mar 2026 01:59:59 GMT+1')).toBeDefined()
    expect(screen.getByTitle('29 Mar 2026 03:00:00 GMT+2')).toBeDefined()
  })

  it('is in the zone of the visitor, unless another is named', async () => {
    await show()
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(screen.getByRole('columnheader', { name: `Visited ${timeZone}` })).toBeDefined()
  })

  it('says what is known instead where there is no time', async () => {
    await show({ none: 'Never' })
    expect(screen.getByRole('gridcell', { name: 'Never' })).toBeDefined()
  })

  it('is called by its title alone where columns are chosen', async () => {
    await show({ zone: 'Europe/Berlin' })
    screen.getByRole('button', { name: 'Columns' }).click()
    expect(await screen.findByRole('menuitemcheckbox', { name: 'Visited' })).toBeDefined()
  })
})
