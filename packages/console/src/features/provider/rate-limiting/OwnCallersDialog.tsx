import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useLimitWords } from '../../../pickers/rate-limits/limit-words.ts'
import { callersQuery } from '../../../pickers/rate-limits/limits.queries.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'

const latest = { limit: 25, cursor: null } as const

/** The callers that lately met a limit of the provider itself. Those of a tenant are on its page. */
export const OwnCallersDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('serviceProvider')
  const { number, date } = useFormats()
  const { nameOf, callerOf } = useLimitWords()
  const { theme } = useSession()
  const title = text('serviceProvider:rateLimiting.callers.title')
  return (
    <Dialog isOpen width="sm" title={title} onClose={onClose}>
      <QueryView query={useQuery(callersQuery(theme.id)(latest))}>
        {({ results }) => (
          <ItemList empty={text('serviceProvider:rateLimiting.callers.empty')}>
            {results.map((row) => (
              <Item
                key={row.id}
                title={callerOf(row)}
                detail={[nameOf(row), number(row.count), date(row.lastAt)].join(' · ')}
              />
            ))}
          </ItemList>
        )}
      </QueryView>
    </Dialog>
  )
}
