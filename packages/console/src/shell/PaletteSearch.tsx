import { Command } from 'cmdk'
import { useState } from 'react'
import { type TextKey, useText } from '../lib/i18n.ts'
import { type Block, blocksOf, type Choice, rankedObjects } from './palette-blocks.ts'
import { useScreens } from './screens-context.tsx'
import type { ChoiceKind } from './search-index.ts'
import { useFound } from './use-found.ts'
import { useFrameActions } from './use-frame-actions.ts'
import { useSearch } from './use-search.ts'

interface GroupProps {
  readonly heading: string
  readonly items: readonly Choice[]
  readonly onChoose: (item: Choice) => void
}

/** With spaces between its parts, for readers. */
const Line = ({ item: { label, hint, detail } }: { readonly item: Choice }) => (
  <>
    <span>
      {label}
      {hint !== undefined && (
        <>
          {' '}
          <em>{hint}</em>
        </>
      )}
    </span>
    {detail !== undefined && (
      <>
        {' '}
        <small>{detail}</small>
      </>
    )}
  </>
)

const Group = ({ heading, items, onChoose }: GroupProps) =>
  items.length > 0 && (
    <Command.Group heading={heading}>
      {items.map((item) => (
        <Command.Item key={item.id} value={item.id} onSelect={() => onChoose(item)}>
          <Line item={item} />
        </Command.Item>
      ))}
    </Command.Group>
  )

const headings: Readonly<Record<ChoiceKind, TextKey<'common'>>> = {
  pages: 'common:palette.go',
  actions: 'common:palette.actions',
  settings: 'common:menu.settings',
}

/** Pages whose address needs nothing filled in: what there is before something is typed. */
const usePages = (atFirst: number | undefined): Block => {
  const text = useText()
  const { visible } = useScreens()
  const pages = visible.filter(({ path }) => !path.includes(':')).slice(0, atFirst)
  return {
    heading: text('common:palette.go'),
    items: pages.map(({ path, title }) => ({ id: path, label: text(title), to: path })),
  }
}

/** Pages, actions, settings and objects with the words that were typed. */
const useBlocks = (typed: string, atFirst: number | undefined): readonly Block[] => {
  const text = useText()
  const offer = useScreens()
  const frame = useFrameActions()
  const pages = usePages(atFirst)
  const search = useSearch(typed !== '')
  const objects = useFound(typed)
  if (typed === '' || search === undefined) return [pages, ...objects]
  const own = search
    .choices(offer, frame, typed)
    .map(({ kind, found }) => ({ heading: text(headings[kind]), found }))
  const named = objects.map(({ heading, items }) => ({
    heading,
    found: rankedObjects(items, typed),
  }))
  return blocksOf([...own, ...named], text('common:palette.similar'))
}

/** The chosen item while it is still there, else the first: Enter always goes somewhere. */
const useChoice = (blocks: readonly Block[]) => {
  const [chosen, choose] = useState('')
  const items = blocks.flatMap((block) => block.items)
  const isThere = items.some(({ id }) => id === chosen)
  return { chosen: isThere ? chosen : (items[0]?.id ?? ''), choose }
}

interface PaletteSearchProps {
  readonly onGo: (to: string) => void
  /** Something was done that leads nowhere. */
  readonly onDone?: () => void
  readonly autoFocus?: boolean
  /** How many pages to list before something is typed: all by default. */
  readonly atFirst?: number
}

/** A field, and under it the pages and whatever else the features find by its name. */
const PaletteSearch = ({ onGo, onDone, autoFocus = false, atFirst }: PaletteSearchProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const blocks = useBlocks(typed.trim(), atFirst)
  const { chosen, choose } = useChoice(blocks)
  const type = (next: string): void => {
    setTyped(next)
    choose('')
  }
  const take = ({ to, perform }: Choice): void => {
    if (to !== undefined) return onGo(to)
    perform?.()
    onDone?.()
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
        {blocks.map(({ heading, items }) => (
          <Group key={heading} heading={heading} items={items} onChoose={take} />
        ))}
      </Command.List>
    </Command>
  )
}

export default PaletteSearch
