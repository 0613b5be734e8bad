import SwapHoriz from '@mui/icons-material/SwapHorizOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../lib/chunk.ts'
import { useText } from '../lib/i18n.ts'
import { useMay, useSession } from '../session/session-context.tsx'

const TenantSwitchDialog = lazy(() =>
  loadChunk(() => import('../pickers/tenant-switch/TenantSwitchDialog.tsx')),
)

/** For administrators of a provider: to the sign-in page of another of its tenants. */
export const TenantSwitchButton = () => {
  const text = useText()
  const may = useMay()
  const { isSp } = useSession().theme
  const [isOpen, setIsOpen] = useState(false)
  if (!isSp || !may(['TENANTS', 'VIEW'])) return null
  return (
    <>
      <Tooltip title={text('common:shell.switchTenant')} describeChild={false}>
        <IconButton
          color="inherit"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          <SwapHoriz fontSize="small" />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <Suspense>
          <TenantSwitchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
