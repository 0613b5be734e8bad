import type { WhatIfEffect } from '@signet/rules/risk/effects'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { type Person, peopleQuery } from './what-ifs.queries.ts'

const rowId = ({ userId }: Person): string => userId
const rowLink = ({ userId }: Person): string => `/user/${userId}`

const useColumns = (): readonly TableColumn<Person>[] => {
  const text = useText('resource')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return [
    { key: 'name', title: text('resource:whatIfs.person'), minWidth: 160, render: rowName },
    {
      key: 'signIns',
      title: text('resource:whatIfs.signIns'),
      isNumeric: true,
      render: ({ signIns }) => number(signIns),
    },
    {
      key: 'before',
      title: text('resource:whatIfs.before'),
      minWidth: 170,
      render: ({ before }) => text(`resource:whatIfs.outcomes.${before}`),
    },
    {
      key: 'after',
      title: text('resource:whatIfs.after'),
      minWidth: 170,
      render: ({ after }) => text(`resource:whatIfs.outcomes.${after}`),
    },
    timeColumn(
      { key: 'newest', title: text('resource:whatIfs.newest') },
      ({ decidedAt }) => decidedAt,
    ),
  ]
}

interface PeopleTabProps {
  readonly id: string
  readonly effect: WhatIfEffect
}

/** Whose sign-ins would have come out otherwise. */
export const PeopleTab = ({ id, effect }: PeopleTabProps) => {
  const text = useText('resource')
  return (
    <ListPage<Person>
      title={text(`resource:whatIfs.effects.${effect}`)}
      isPart
      query={peopleQuery(id, effect)}
      columns={useColumns()}
      {...{ rowId, rowName, rowLink }}
      empty={{
        title: text('resource:whatIfs.nobody'),
        text: text(`resource:whatIfs.nobodyText.${effect}`),
      }}
    />
  )
}
