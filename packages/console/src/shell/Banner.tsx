import { type ReactNode, useState } from 'react'
import { banners, dismissBanner, isDismissed } from '../lib/banners.ts'
import { useStore } from '../lib/store.ts'
import { Notice } from '../ui/Notice.tsx'

interface BannerProps {
  /** What it is about, whatever its words. */
  readonly about: string
  readonly severity: 'info' | 'warning' | 'error'
  /** For how long closing hides it: a day by default. */
  readonly hiddenForMs?: number
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** A line over the page. Closing hides it for its time, or until it gets worse; an error stays. */
export const Banner = ({ about, severity, hiddenForMs, children, action }: BannerProps) => {
  const { dismissed } = useStore(banners)
  const [now] = useState(() => Date.now())
  const subject = { key: about, severity }
  if (isDismissed(subject, dismissed, now)) return null
  const close = (): void => dismissBanner(subject, Date.now(), hiddenForMs)
  return (
    <Notice
      isLine
      severity={severity}
      action={action}
      onClose={severity === 'error' ? undefined : close}
    >
      {children}
    </Notice>
  )
}
