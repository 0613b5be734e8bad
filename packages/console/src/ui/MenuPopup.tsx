import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router'
import type { PopupItem, PopupMenuProps } from './popup-items.ts'

/** What kind of element an item is. */
const elementOf = ({ to, href, isChecked }: PopupItem) => {
  if (to !== undefined) return { component: Link, to }
  if (href !== undefined) return { component: 'a', href, target: '_blank', rel: 'noreferrer' }
  return isChecked === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': isChecked }
}

interface ItemProps {
  readonly item: PopupItem
  readonly onRun: () => void
}

const itemOf = ({ item, onRun }: ItemProps) => (
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
    {item.icon !== undefined && <ListItemIcon sx={{ color: 'inherit' }}>{item.icon}</ListItemIcon>}
    {item.label}
  </MenuItem>
)

const MenuPopup = ({ id, label, items, anchor, onClose }: PopupMenuProps) => {
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
      {items.flatMap((item) => [
        item.startsGroup === true && <Divider key={`above ${item.label}`} />,
        itemOf({ item, onRun: () => run(item) }),
      ])}
    </Menu>
  )
}

export default MenuPopup
