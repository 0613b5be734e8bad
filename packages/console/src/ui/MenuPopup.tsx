import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router'
import { iconOf } from './item-icon.tsx'
import type { PopupItem, PopupMenuProps } from './popup-items.ts'

/** What kind of element an item is. */
const elementOf = ({ to, href, isChecked }: PopupItem) => {
  if (to !== undefined) return { component: Link, to }
  if (href !== undefined) return { component: 'a', href, target: '_blank', rel: 'noreferrer' }
  return isChecked === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': isChecked }
}

/** Deletions come last, below a line when there is anything else to do. */
const deletionsLast = (items: readonly PopupItem[]): readonly PopupItem[] => {
  const others = items.filter(({ isDestructive }) => isDestructive !== true)
  const deletions = items.filter(({ isDestructive }) => isDestructive === true)
  return [
    ...others,
    ...deletions.map((item, at) => ({ ...item, startsGroup: at === 0 && others.length > 0 })),
  ]
}

interface ItemProps {
  readonly item: PopupItem
  /** Room for an icon where another item has one: the labels are in line. */
  readonly hasRoom: boolean
  readonly onRun: () => void
}

const itemOf = ({ item, hasRoom, onRun }: ItemProps) => (
  <MenuItem
    key={item.key ?? item.label}
    selected={item.isSelected ?? false}
    disabled={item.isDisabled ?? false}
    onClick={onRun}
    {...elementOf(item)}
    sx={{ whiteSpace: 'normal', ...(item.isDestructive ? { color: 'error.main' } : {}) }}
  >
    {item.isChecked !== undefined && (
      <Checkbox checked={item.isChecked} tabIndex={-1} inert edge="start" sx={{ py: 0 }} />
    )}
    {hasRoom && item.isChecked === undefined && (
      <ListItemIcon sx={{ color: 'inherit' }}>{iconOf(item)}</ListItemIcon>
    )}
    {item.label}
  </MenuItem>
)

const MenuPopup = ({ id, label, items, anchor, onClose }: PopupMenuProps) => {
  const hasRoom = items.some((item) => iconOf(item) !== undefined)
  const run = (item: PopupItem): void => {
    if (item.isChecked === undefined) onClose()
    item.onSelect?.()
  }
  return (
    <Menu
      id={id}
      role="region"
      aria-label={label}
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      slotProps={{ list: { 'aria-label': label } }}
    >
      {deletionsLast(items).flatMap((item) => [
        item.startsGroup === true && <Divider key={`above ${item.label}`} />,
        itemOf({ item, hasRoom, onRun: () => run(item) }),
      ])}
    </Menu>
  )
}

export default MenuPopup
