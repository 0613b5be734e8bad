import { useEffect, useEffectEvent } from 'react'

/** What a key does; a key of two, such as `g u`, is pressed one after the other. */
type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const chordMs = 1200

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !/^(?:checkbox|radio)$/.test(target.getAttribute('type') ?? '')

/** A dialog or menu is open: its keys are its own. */
const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** Listens for keys while the component is mounted, but not while somebody types. */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const press = useEffectEvent((key: string, event: KeyboardEvent) => shortcuts[key]?.(event))
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | null = null
    const handleKey = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPlain || isTyping(event.target) || isCovered()) return
      const isChord = first !== null && event.timeStamp - first.at < chordMs
      const key = isChord ? `${first?.key} ${event.key}` : event.key
      first = event.key === 'g' && !isChord ? { key: 'g', at: event.timeStamp } : null
      press(key, event)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
