import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

interface NoticeProps {
  readonly kind: 'warning' | 'offline'
  readonly children: ReactNode
}

/** Something to know before going on. */
export const Notice = ({ kind, children }: NoticeProps) => (
  <div className={`notice notice-${kind}`} role="status">
    <Icon name={kind} />
    <p>{children}</p>
  </div>
)
