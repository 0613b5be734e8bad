import Box from '@mui/material/Box'
import { type TextKey, useText } from '../lib/i18n.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { useScreens } from './screens-context.tsx'

const keys: readonly (readonly [string, TextKey<'common'>])[] = [
  ['Ctrl K', 'common:keys.palette'],
  ['/', 'common:keys.search'],
  ['j / k', 'common:keys.rows'],
  ['x', 'common:keys.select'],
  ['o', 'common:keys.open'],
  ['?', 'common:help.thisPage'],
]

const Key = ({ label }: { readonly label: string }) => <Box component="kbd">{label}</Box>

interface ShortcutHelpProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** What the keys do. */
const ShortcutHelp = ({ isOpen, onClose }: ShortcutHelpProps) => {
  const text = useText()
  const { visible } = useScreens()
  const pages = visible.flatMap(({ title, menu }) =>
    menu?.letter === undefined
      ? []
      : [{ label: text(title), value: <Key label={`g ${menu.letter}`} /> }],
  )
  const common = keys.map(([key, title]) => ({ label: text(title), value: <Key label={key} /> }))
  return (
    <Dialog title={text('common:keys.title')} isOpen={isOpen} onClose={onClose}>
      <Facts facts={[...common, ...pages]} />
    </Dialog>
  )
}

export default ShortcutHelp
