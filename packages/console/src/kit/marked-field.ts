import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { codeTextNow } from '../lib/i18n.ts'

/** The label that the address asks for: `?field=settings:password.fields.digit`. */
const labelIn = (search: string): string | null => {
  const key = new URLSearchParams(search).get('field') ?? ''
  const at = key.lastIndexOf('.')
  return at < 0 ? null : codeTextNow(key.slice(0, at), key.slice(at + 1))
}

/** What a label says, without the mark of what is required. */
const saidBy = ({ textContent }: Element): string => {
  const said = (textContent ?? '').trim()
  return said.endsWith('*') ? said.slice(0, -1).trim() : said
}

const controls = 'input, select, textarea, button'

const controlOf = (label: Element): HTMLElement | null =>
  label instanceof HTMLLabelElement
    ? label.control
    : (label.closest('fieldset')?.querySelector<HTMLElement>(controls) ?? null)

/** How the label looks that was asked for. */
export const markedLook = {
  '& [data-marked]': { bgcolor: 'soft.brand', color: 'primary.main', borderRadius: 0.5 },
} as const

/** Brings the field into sight that the address names, marks it, and puts the focus into it. */
export const useMarkedField = (): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  // The key is another one when the same field is chosen again.
  const { search, key } = useLocation()
  useEffect(() => {
    const wanted = labelIn(search)
    const labels =
      wanted === null ? [] : [...(form.current?.querySelectorAll('label, legend') ?? [])]
    const label = labels.find((one) => saidBy(one) === wanted)
    if (label === undefined) return
    label.setAttribute('data-marked', key)
    label.scrollIntoView({ block: 'center' })
    controlOf(label)?.focus({ preventScroll: true })
    return () => label.removeAttribute('data-marked')
  }, [search, key])
  return form
}
