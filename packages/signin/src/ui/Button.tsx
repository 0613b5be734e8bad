import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface ButtonProps {
  readonly children: ReactNode
  readonly kind?: 'main' | 'plain' | 'link'
  readonly icon?: IconName
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** Left out in a form's own button, which submits. */
  readonly onPress?: () => void
}

/** Keeps its place, its size and the focus while it works. */
export const Button = ({
  children,
  kind = 'main',
  icon,
  isBusy = false,
  isDisabled = false,
  onPress,
}: ButtonProps) => {
  const isQuiet = isBusy || isDisabled
  return (
    <button
      type={onPress === undefined ? 'submit' : 'button'}
      className={`button button-${kind}`}
      aria-disabled={isQuiet || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isQuiet) event.preventDefault()
        else onPress?.()
      }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span className="button-label">{children}</span>
      {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
    </button>
  )
}
