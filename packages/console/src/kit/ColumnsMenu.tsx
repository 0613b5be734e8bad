import ViewColumn from '@mui/icons-material/ViewColumnOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useText } from '../lib/i18n.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'

interface ColumnsMenuProps {
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly hidden: ReadonlySet<string>
  readonly onChange: (hidden: ReadonlySet<string>) => void
}

/** Chooses which columns show; the first one always does. */
export const ColumnsMenu = ({ columns, hidden, onChange }: ColumnsMenuProps) => {
  const text = useText()
  const label = text('common:list.columns')
  const toggle = (key: string): void => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  return (
    <ActionMenu
      label={label}
      actions={columns.slice(1).map(({ key, title }) => ({
        key,
        label: title,
        isChecked: !hidden.has(key),
        onSelect: () => toggle(key),
      }))}
      renderTrigger={(props) => (
        <Tooltip title={label} describeChild={false}>
          <IconButton {...props}>
            <ViewColumn fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    />
  )
}
