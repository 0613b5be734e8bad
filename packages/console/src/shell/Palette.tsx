import Box from '@mui/material/Box'
import MuiDialog from '@mui/material/Dialog'
import { useQueries } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useDeferredValue, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaletteItem } from '../kit/screen.ts'
import { useText } from '../lib/i18n.ts'
import { visuallyHidden } from '../ui/hidden.ts'
import { useLike } from './find-like.ts'
import { paletteLook } from './palette-look.ts'
import { useScreens } from './screens-context.tsx'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface GroupProps {
  readonly heading: string
  readonly items: readonly PaletteItem[]
  readonly onGo: (to: string) => void
}

const Group = ({ heading, items, onGo }: GroupProps) =>
  items.length > 0 && (
    <Command.Group heading={heading}>
      {items.map(({ id, label, detail, to }) => (
        <Command.Item key={id} value={id} onSelect={() => onGo(to)}>
          <span>{label}</span>
          {detail !== undefined && <small>{detail}</small>}
        </Command.Item>
      ))}
    </Command.Group>
  )

/** Pages whose address needs nothing filled in. */
const usePages = (typed: string): readonly PaletteItem[] => {
  const text = useText()
  const { visible } = useScreens()
  const pages = visible.filter(({ path }) => !path.includes(':'))
  const found = useLike(pages, ({ title }) => text(title), typed)
  return found.map(({ path, title }) => ({ id: path, label: text(title), to: path }))
}

/** Too short a word would search for everything. */
const shortest = 2

/** What the features find, such as users; asked while somebody types. */
const useFound = (typed: string) => {
  const text = useText()
  const { palette } = useScreens()
  const results = useQueries({
    queries: palette.map((source) => ({
      queryKey: ['palette', source.heading, typed],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.find(typed, signal),
      enabled: typed.length >= shortest,
    })),
  })
  return palette.map(({ heading }, at) => ({
    heading: text(heading),
    items: results[at]?.data ?? [],
  }))
}

/** The chosen item while it is still there, else the first: Enter always goes somewhere. */
const useChoice = (items: readonly PaletteItem[]) => {
  const [chosen, choose] = useState('')
  const isThere = items.some(({ id }) => id === chosen)
  return { chosen: isThere ? chosen : (items[0]?.id ?? ''), choose }
}

const PaletteContent = ({ onClose }: Pick<PaletteProps, 'onClose'>) => {
  const text = useText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const pages = usePages(typed.trim())
  const found = useFound(useDeferredValue(typed.trim()))
  const { chosen, choose } = useChoice([...pages, ...found.flatMap(({ items }) => items)])
  const type = (next: string): void => {
    setTyped(next)
    choose('')
  }
  const handleGo = (to: string): void => {
    onClose()
    void navigate(to)
  }
  return (
    <Command
      shouldFilter={false}
      label={text('common:palette.label')}
      value={chosen}
      onValueChange={choose}
    >
      <Command.Input
        autoFocus
        value={typed}
        onValueChange={type}
        placeholder={text('common:palette.placeholder')}
      />
      <Command.List label={text('common:palette.label')}>
        <Command.Empty>{text('common:palette.empty')}</Command.Empty>
        <Group heading={text('common:palette.go')} items={pages} onGo={handleGo} />
        {found.map(({ heading, items }) => (
          <Group key={heading} heading={heading} items={items} onGo={handleGo} />
        ))}
      </Command.List>
    </Command>
  )
}

/** Anything by its name: pages, actions, and what the features find. */
const Palette = ({ isOpen, onClose }: PaletteProps) => {
  const text = useText()
  const titleId = useId()
  return (
    <MuiDialog
      open={isOpen}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
      sx={paletteLook}
    >
      <Box component="h2" id={titleId} sx={visuallyHidden}>
        {text('common:palette.label')}
      </Box>
      <PaletteContent onClose={onClose} />
    </MuiDialog>
  )
}

export default Palette
