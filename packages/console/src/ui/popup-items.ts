import type { ReactNode } from 'react'

/** One line of a popup menu: it acts, goes to a page, opens an address, or is ticked. */
export interface PopupItem {
  readonly key?: string
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect?: () => void
  /** A page of the console. */
  readonly to?: string
  /** An address outside of it, opened in a tab of its own. */
  readonly href?: string
  /** The present choice of several. */
  readonly isSelected?: boolean
  /** Ticked or not: the menu stays open. */
  readonly isChecked?: boolean
  /** Deletes or revokes: comes last, in red, with the icon of deletions unless it names another. */
  readonly isDestructive?: boolean
  readonly isDisabled?: boolean
  /** A line above it. */
  readonly startsGroup?: boolean
}

export interface PopupMenuProps {
  readonly id?: string
  readonly label?: string | undefined
  readonly items: readonly PopupItem[]
  /** Open while there is one. */
  readonly anchor: HTMLElement | null
  readonly onClose: () => void
}
