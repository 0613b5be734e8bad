import LockIcon from '@mui/icons-material/LockOutlined'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../lib/call-error.ts'
import { errorDetail, errorText } from '../lib/error-text.ts'
import { useText } from '../lib/i18n.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { WholePage } from '../ui/States.tsx'

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** The place of something that could not be loaded: refused, missing or broken; empty for codes without a message. */
export const Failure = ({ error, onRetry }: FailureProps) => {
  const text = useText()
  if (error instanceof CallError && error.status === 403) {
    return (
      <EmptyState icon={<LockIcon />} title={text('common:states.noPermission')}>
        {text('common:states.noPermissionHint')}
      </EmptyState>
    )
  }
  const message = errorText(error)
  if (message === null) return null
  const isMissing = error instanceof CallError && error.status === 404
  return (
    <ErrorState
      title={text(isMissing ? 'common:states.missing' : 'common:states.failed')}
      message={message}
      detail={errorDetail(error)}
      onRetry={isMissing ? undefined : onRetry}
    />
  )
}

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T>
  readonly skeleton?: ReactNode
  /** What it brings is the whole page, its title included. */
  readonly isPage?: boolean
  readonly children: (value: T) => ReactNode
}

/** What a query brought, or its skeleton, or why it failed. */
export const QueryView = <T,>({ query, skeleton, isPage, children }: QueryViewProps<T>) => {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <WholePage value={isPage ?? false}>
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      </WholePage>
    )
  }
  return skeleton ?? <PageSkeleton />
}
