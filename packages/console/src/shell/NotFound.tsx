import ExploreOff from '@mui/icons-material/ExploreOffOutlined'
import Box from '@mui/material/Box'
import { portalStart } from '@signet/rules/landing'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { loadChunk } from '../lib/chunk.ts'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { WholePage } from '../ui/States.tsx'
import { PageDrawn } from './PageDrawn.tsx'
import { paletteLook } from './palette-look.ts'

const PaletteSearch = lazy(() => loadChunk(() => import('./PaletteSearch.tsx')))

const search = {
  ...paletteLook,
  width: '100%',
  maxWidth: 480,
  mx: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
}

/** An address without a page: how to find the one that was meant. */
export const NotFound = () => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <>
      <WholePage value>
        <EmptyState
          icon={<ExploreOff />}
          title={text('common:states.pageNotFound')}
          actions={<Button to={portalStart}>{text('common:states.toStart')}</Button>}
        >
          {text('common:states.pageNotFoundHint')}
        </EmptyState>
      </WholePage>
      <Box sx={search}>
        <Suspense>
          <PaletteSearch atFirst={5} onGo={(to) => void navigate(to)} />
        </Suspense>
      </Box>
      <PageDrawn />
    </>
  )
}
