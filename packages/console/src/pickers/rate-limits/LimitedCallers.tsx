import { useMemo } from 'react'
import { ListPage } from '../../kit/ListPage.tsx'
import { rowId } from '../../kit/named-rows.ts'
import { useTimeColumn } from '../../kit/time-column.tsx'
import { useFormats } from '../../lib/dates.ts'
import { useText } from '../../lib/i18n.ts'
import { useLimitWords } from './limit-words.ts'
import { callersQuery, type LimitedRow } from './limits.queries.ts'

const useColumns = () => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  const { nameOf, callerOf } = useLimitWords()
  return useMemo(() => {
    const column = (key: 'limit' | 'caller' | 'count' | 'first' | 'last') => ({
      key,
      title: text(`serviceProvider:rateLimiting.callers.${key}`),
    })
    return [
      { ...column('limit'), share: 2, minWidth: 220, render: nameOf },
      { ...column('caller'), share: 2, minWidth: 180, render: callerOf },
      {
        ...column('count'),
        width: 120,
        isNumeric: true,
        render: ({ count }: LimitedRow) => number(count),
      },
      timeColumn(column('first'), ({ firstAt }: LimitedRow) => firstAt),
      timeColumn(column('last'), ({ lastAt }: LimitedRow) => lastAt),
    ]
  }, [text, number, timeColumn, nameOf, callerOf])
}

/** Whose requests met a limit of a tenant lately. */
export const LimitedCallers = ({ tenantId }: { readonly tenantId: string }) => {
  const text = useText('serviceProvider')
  const { nameOf } = useLimitWords()
  return (
    <ListPage<LimitedRow>
      isPart
      title={text('serviceProvider:rateLimiting.callers.title')}
      query={callersQuery(tenantId)}
      columns={useColumns()}
      rowId={rowId}
      rowName={nameOf}
      empty={{
        title: text('serviceProvider:rateLimiting.callers.empty'),
        text: text('serviceProvider:rateLimiting.callers.emptyText'),
      }}
    />
  )
}
