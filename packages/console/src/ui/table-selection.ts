import { useRef } from 'react'

interface Selecting {
  readonly selection?: ReadonlySet<string>
  readonly onSelect?: (selection: ReadonlySet<string>) => void
}

const standing = (count: number, selected: number): 'none' | 'some' | 'all' => {
  if (selected === 0) return 'none'
  return selected === count ? 'all' : 'some'
}

/** Which rows are selected: one, all, or with Shift all from the one chosen last. */
export const useTableSelection = (ids: readonly string[], { selection, onSelect }: Selecting) => {
  const last = useRef<string | null>(null)
  if (selection === undefined) return null
  const select = (at: number, isRange: boolean): void => {
    const id = ids[at]
    if (id === undefined) return
    const from = isRange && last.current !== null ? ids.indexOf(last.current) : -1
    const isAdded = !selection.has(id)
    const next = new Set(selection)
    const [low, high] = from === -1 ? [at, at] : [Math.min(from, at), Math.max(from, at)]
    for (const one of ids.slice(low, high + 1)) {
      if (isAdded) next.add(one)
      else next.delete(one)
    }
    last.current = id
    onSelect?.(next)
  }
  return {
    ids: selection,
    select,
    selected: standing(ids.length, ids.filter((id) => selection.has(id)).length),
    selectAll: (isSelected: boolean) => onSelect?.(new Set(isSelected ? ids : [])),
  }
}
