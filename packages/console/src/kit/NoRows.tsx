import SearchOff from '@mui/icons-material/SearchOffOutlined'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { ListState } from './list-state.ts'
import type { EmptyList } from './list-types.ts'

interface NoRowsProps {
  readonly state: ListState
  readonly empty: EmptyList
}

/** Nothing there at all, or nothing that fits: two different messages. */
export const NoRows = ({ state, empty }: NoRowsProps) => {
  const text = useText()
  if (!state.isNarrowed) {
    return (
      <EmptyState title={empty.title} actions={empty.actions}>
        {empty.text}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<SearchOff />}
      title={text('common:list.noMatch')}
      actions={<Button onClick={state.clear}>{text('common:list.clearFilters')}</Button>}
    >
      {text('common:list.noMatchHint')}
    </EmptyState>
  )
}
