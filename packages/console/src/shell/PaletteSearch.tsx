import { useQueries } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useDeferredValue, useState } from 'react'
import type { PaletteItem } from '../kit/screen.ts'
import { useText } from '../lib/i18n.ts'
import { useLike } from './find-like.ts'
import { useScreens } from './screens-context.tsx'

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

/** What the features find, such as users; searched for while typing. */
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

interface PaletteSearchProps {
  readonly onGo: (to: string) => void
  readonly autoFocus?: boolean
  /** How many pages to list before something is typed: all by default. */
  readonly atFirst?: number
}

/** A field, and under it the pages and whatever else the features find by its name. */
const PaletteSearch = ({ onGo, autoFocus = false, atFirst }: PaletteSearchProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const pages = usePages(typed.trim()).slice(0, typed.trim() === '' ? atFirst : undefined)
  const found = useFound(useDeferredValue(typed.trim()))
  const { chosen, choose } = useChoice([...pages, ...found.flatMap(({ items }) => items)])
  const type = (next: string): void => {
    setTyped(next)
    choose('')
  }
  return (
    <Command
      shouldFilter={false}
      label={text('common:palette.label')}
      value={chosen}
      onValueChange={choose}
    >
      <Command.Input
        autoFocus={autoFocus}
        value={typed}
        onValueChange={type}
        placeholder={text('common:palette.placeholder')}
      />
      <Command.List label={text('common:palette.label')}>
        <Command.Empty>{text('common:palette.empty')}</Command.Empty>
        <Group heading={text('common:palette.go')} items={pages} onGo={onGo} />
        {found.map(({ heading, items }) => (
          <Group key={heading} heading={heading} items={items} onGo={onGo} />
        ))}
      </Command.List>
    </Command>
  )
}

export default PaletteSearch
