import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useLabels } from './labels.tsx'

const Loading = ({ children }: { readonly children: ReactNode }) => {
  const { loading } = useLabels()
  return (
    <Box role="status" aria-label={loading} aria-busy="true">
      {children}
    </Box>
  )
}

const lines = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)

/** A page on its way: title, then a block. */
export const PageSkeleton = () => (
  <Loading>
    <Skeleton variant="text" width={220} height={36} />
    <Skeleton variant="rounded" height={280} sx={{ mt: 2 }} />
  </Loading>
)

/** A form on its way. */
export const FormSkeleton = ({ fields = 5 }: { readonly fields?: number }) => (
  <Loading>
    <Stack spacing={2} sx={{ maxWidth: 560 }}>
      {lines(fields).map((at) => (
        <Box key={at}>
          <Skeleton variant="text" width={110} />
          <Skeleton variant="rounded" height={32} />
        </Box>
      ))}
    </Stack>
  </Loading>
)

/** A list of facts on its way. */
export const FactsSkeleton = ({ rows = 6 }: { readonly rows?: number }) => (
  <Loading>
    {lines(rows).map((at) => (
      <Skeleton key={at} variant="text" width={`${70 - (at % 3) * 12}%`} height={28} />
    ))}
  </Loading>
)
