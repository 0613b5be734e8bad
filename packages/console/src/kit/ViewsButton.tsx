import Bookmarks from '@mui/icons-material/BookmarksOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { ExportedList } from '@signet/rules/list-exports'
import { lazy, Suspense, useId, useState } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { useText } from '../lib/i18n.ts'
import type { ListState } from './list-state.ts'

const ViewsMenu = lazy(() => loadChunk(() => import('./ViewsMenu.tsx')))

interface ViewsButtonProps {
  readonly list: ExportedList
  readonly state: ListState
}

/** Opens the saved views of a list: to choose, save, change and delete them. */
export const ViewsButton = ({ list, state }: ViewsButtonProps) => {
  const text = useText()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const label = text('common:list.views')
  const isOpen = anchor !== null
  const handleClick = (button: HTMLElement): void => {
    setWasOpen(true)
    setAnchor(button)
  }
  return (
    <>
      <Tooltip title={label} describeChild={false}>
        <IconButton
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={({ currentTarget }) => handleClick(currentTarget)}
        >
          <Bookmarks fontSize="small" />
        </IconButton>
      </Tooltip>
      {wasOpen && (
        <Suspense>
          <ViewsMenu {...{ id, list, state, anchor }} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
