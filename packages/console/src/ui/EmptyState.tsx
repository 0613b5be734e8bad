import Inbox from '@mui/icons-material/InboxOutlined'
import type { ReactNode } from 'react'
import { CentredState } from './States.tsx'

interface EmptyStateProps {
  readonly title: string
  /** What would stand here, in one or two sentences. */
  readonly children?: ReactNode
  readonly icon?: ReactNode
  /** One primary action, and a link to the help. */
  readonly actions?: ReactNode
}

export const EmptyState = ({ title, children, icon = <Inbox />, actions }: EmptyStateProps) => (
  <CentredState icon={icon} title={title} actions={actions}>
    {children}
  </CentredState>
)
