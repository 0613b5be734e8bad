import Download from '@mui/icons-material/FileDownloadOutlined'
import Print from '@mui/icons-material/PrintOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useState } from 'react'
import type { ListState } from '../../../kit/list-state.ts'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { useMay } from '../../../session/session-context.tsx'
import { matchingOf, saveAsFile } from './enrollments.queries.ts'
import { PrintMatchingDialog } from './PrintMatchingDialog.tsx'

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  readonly isBusy?: boolean
  readonly onClick: () => void
}

const Tool = ({ label, icon, isBusy = false, onClick }: ToolProps) => (
  <Tooltip title={label} describeChild={false}>
    <IconButton aria-label={label} aria-busy={isBusy} onClick={onClick}>
      {icon}
    </IconButton>
  </Tooltip>
)

interface SearchToolsProps {
  readonly workflowId: string
  readonly state: ListState
}

const SearchTools = ({ workflowId, state }: SearchToolsProps) => {
  const text = useText('issuancePortal')
  const may = useMay()
  const [isPrinting, setIsPrinting] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const matching = matchingOf(workflowId, state.request)
  const save = async (): Promise<void> => {
    if (isSaving) return
    setIsSaving(true)
    await saveAsFile(matching).catch(showFailure)
    setIsSaving(false)
  }
  return (
    <>
      <Tool
        label={text('issuancePortal:enrollments.export')}
        icon={<Download fontSize="small" />}
        isBusy={isSaving}
        onClick={() => void save()}
      />
      {may(['ISSUANCE', 'ADD']) && (
        <Tool
          label={text('issuancePortal:printing.printAll')}
          icon={<Print fontSize="small" />}
          onClick={() => setIsPrinting(true)}
        />
      )}
      {isPrinting && (
        <PrintMatchingDialog matching={matching} onClose={() => setIsPrinting(false)} />
      )}
    </>
  )
}

/** What can be had of all that the list shows: a file, and the cards that are not printed yet. */
export const searchTools = (workflowId: string) => (state: ListState) => (
  <SearchTools {...{ workflowId, state }} />
)
