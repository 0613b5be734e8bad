import MoreVert from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { useLabels } from './labels.tsx'
import { PopupMenu } from './PopupMenu.tsx'
import type { PopupItem } from './popup-items.ts'

export type MenuAction = PopupItem

/** What the button that opens the menu must carry. */
interface TriggerProps {
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
}

interface ActionMenuProps {
  readonly actions: readonly MenuAction[]
  /** Names what the actions are about: `Actions for Ada`. */
  readonly label?: string
  /** Drawn in the place of the three dots. */
  readonly renderTrigger?: (props: TriggerProps) => ReactNode
}

/** A menu and its button: what can be done with one thing. Nothing shows when nothing can. */
export const ActionMenu = ({ actions, label, renderTrigger }: ActionMenuProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const { moreActions } = useLabels()
  if (actions.length === 0) return null
  const isOpen = anchor !== null
  const props: TriggerProps = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: (event) => {
      event.stopPropagation()
      setAnchor(event.currentTarget)
    },
  }
  const dots = (
    <IconButton {...props} aria-label={label ?? moreActions}>
      <MoreVert fontSize="small" />
    </IconButton>
  )
  return (
    <>
      {renderTrigger?.(props) ?? dots}
      <PopupMenu {...{ id, label, anchor }} items={actions} onClose={() => setAnchor(null)} />
    </>
  )
}
