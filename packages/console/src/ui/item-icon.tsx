import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import type { ReactNode } from 'react'

interface Deed {
  readonly icon?: ReactNode
  readonly isDestructive?: boolean
}

/** The icon of an action: a deletion has the same one everywhere, unless it names another, as a revocation does. */
export const iconOf = ({ icon, isDestructive }: Deed): ReactNode =>
  icon ?? (isDestructive === true ? <DeleteIcon fontSize="small" /> : undefined)
