import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useText } from '../lib/i18n.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { Button } from '../ui/Button.tsx'
import { iconOf } from '../ui/item-icon.tsx'
import type { BulkAction } from './list-types.ts'

interface BulkBarProps {
  readonly count: number
  /** How many the list matches in all; null when only rows at hand can be taken. */
  readonly matching: number | null
  readonly isMatching: boolean
  readonly actions: readonly BulkAction[]
  readonly onRun: (action: BulkAction) => void
  readonly onTakeMatching: () => void
  readonly onClear: () => void
}

const bar = {
  px: 2,
  py: 1,
  gap: 1.5,
  alignItems: 'center',
  flexWrap: 'wrap',
  minHeight: 52,
  bgcolor: 'soft.brand',
}

/** So many stand as buttons; of more, the first two do. */
const mostButtons = 3
const firstButtons = 2

const Actions = ({ actions, onRun }: Pick<BulkBarProps, 'actions' | 'onRun'>) => {
  const text = useText()
  const shown = actions.length > mostButtons ? actions.slice(0, firstButtons) : actions
  const more = actions.slice(shown.length).map((action) => ({
    label: action.label,
    icon: action.icon,
    isDestructive: action.isDestructive ?? false,
    onSelect: () => onRun(action),
  }))
  return (
    <>
      {shown.map((action) => (
        <Button
          key={action.label}
          kind={action.isDestructive ? 'danger' : 'secondary'}
          icon={iconOf(action)}
          onClick={() => onRun(action)}
        >
          {action.label}
        </Button>
      ))}
      <ActionMenu actions={more} label={text('common:list.moreActions')} />
    </>
  )
}

/** Stands in the place of the toolbar while rows are selected. */
export const BulkBar = (props: BulkBarProps) => {
  const text = useText()
  const { count, matching, isMatching } = props
  return (
    <Stack direction="row" role="toolbar" aria-label={text('common:list.bulk')} sx={bar}>
      <Box role="status" sx={{ fontSize: '0.8125rem', fontWeight: 560 }}>
        {isMatching
          ? text('common:list.allSelected', { count: matching ?? count })
          : text('common:list.selected', { count })}
      </Box>
      {matching !== null && !isMatching && (
        <Button kind="plain" onClick={props.onTakeMatching}>
          {text('common:list.selectMatching', { count: matching })}
        </Button>
      )}
      <Actions actions={props.actions} onRun={props.onRun} />
      <Box sx={{ ml: 'auto' }}>
        <Button kind="plain" onClick={props.onClear}>
          {text('common:list.clearSelection')}
        </Button>
      </Box>
    </Stack>
  )
}
