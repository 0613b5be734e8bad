import MuiButton from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import type { MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router'

type ButtonKind = 'primary' | 'secondary' | 'plain' | 'danger'

interface ButtonProps {
  readonly children: ReactNode
  readonly kind?: ButtonKind
  /** Goes to this page; without it the button acts. */
  readonly to?: string
  readonly onClick?: MouseEventHandler
  readonly type?: 'button' | 'submit'
  /** Tells a button that submits from the others of its form. */
  readonly value?: string
  /** At work: says so and takes no second click, yet keeps the focus. */
  readonly isPending?: boolean
  readonly isDisabled?: boolean
  readonly icon?: ReactNode
  readonly fullWidth?: boolean
  readonly autoFocus?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

const looks = {
  primary: { variant: 'contained', color: 'primary' },
  secondary: { variant: 'outlined', color: 'inherit' },
  plain: { variant: 'text', color: 'primary' },
  danger: { variant: 'contained', color: 'error' },
} as const

export const Button = ({
  children,
  kind = 'secondary',
  to,
  onClick,
  type = 'button',
  value,
  isPending = false,
  isDisabled = false,
  icon,
  fullWidth = false,
  autoFocus = false,
  ref,
}: ButtonProps) => {
  const common = {
    ...looks[kind],
    disabled: isDisabled,
    fullWidth,
    startIcon: isPending ? <CircularProgress aria-hidden color="inherit" size={14} /> : icon,
  }
  if (to !== undefined) {
    return (
      <MuiButton {...common} component={Link} to={to}>
        {children}
      </MuiButton>
    )
  }
  return (
    <MuiButton
      {...common}
      {...{ ref, type, value, autoFocus }}
      aria-busy={isPending}
      aria-disabled={isPending}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </MuiButton>
  )
}
