import Download from '@mui/icons-material/FileDownloadOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useState } from 'react'
import type { ListState } from '../../kit/list-state.ts'
import { loadChunk } from '../../lib/chunk.ts'
import { useText } from '../../lib/i18n.ts'
import { useMay } from '../../session/session-context.tsx'
import type { ExportFacts } from './export-facts.ts'

const ExportDialog = lazy(() => loadChunk(() => import('./ExportDialog.tsx')))

interface ExportButtonProps {
  readonly facts: ExportFacts
  readonly state: ListState
}

const ExportButton = ({ facts, state }: ExportButtonProps) => {
  const text = useText()
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  if (!may(['EXPORTREPORTS', 'ADD'])) return null
  const label = text('common:list.export')
  return (
    <>
      <Tooltip title={label} describeChild={false}>
        <IconButton aria-label={label} onClick={() => setIsOpen(true)}>
          <Download fontSize="small" />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <ExportDialog {...{ facts, state }} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** For the toolbar of a list: has what it shows made into a file. */
export const exportTool = (facts: ExportFacts) => (state: ListState) => (
  <ExportButton {...{ facts, state }} />
)
