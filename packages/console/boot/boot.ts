import { storedSessionKey, supportSessionKey } from '@signet/contract/tenancy/stored-keys'
import { decideFace, type Face } from './face.ts'
import { firstScheme, hasStoredSession, hasTabSession } from './stored.ts'

interface Entry {
  readonly script: string
  readonly styles: readonly string[]
  readonly preloads: readonly string[]
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && 'script' in value && 'styles' in value

/** A browser without these runs the pages badly or not at all. */
const isOldBrowser = (): boolean =>
  typeof structuredClone !== 'function' ||
  typeof Object.groupBy !== 'function' ||
  !CSS.supports('selector(:has(a))')

/** What the server put into the page: the files of each face, whose names carry hashes. */
const entryOf = (face: Face): Entry => {
  const text = document.querySelector('#faces')?.textContent ?? '{}'
  const entry: unknown = Reflect.get(Object(JSON.parse(text)), face)
  if (!isEntry(entry)) throw new Error(`${face} has no entry`)
  return entry
}

/** Those of the face that was to be expected are in the page already. */
const link = (rel: 'stylesheet' | 'modulepreload', href: string): void => {
  if (document.querySelector(`link[href="${href}"]`) !== null) return
  const element = document.createElement('link')
  element.rel = rel
  element.href = href
  document.head.append(element)
}

const load = async (face: Face): Promise<void> => {
  const entry = entryOf(face)
  for (const style of entry.styles) link('stylesheet', style)
  for (const preload of entry.preloads) link('modulepreload', preload)
  await import(/* @vite-ignore */ entry.script)
}

/** Says what went wrong in the page itself: no texts are loaded yet. */
const apologize = (): void => {
  const note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.textContent = 'The page could not be loaded. Check your connection and reload.'
  document.querySelector('#root')?.replaceChildren(note)
}

const boot = async (): Promise<void> => {
  document.documentElement.dataset.scheme = firstScheme()
  if (isOldBrowser()) document.documentElement.dataset.browser = 'old'
  const { pathname, hash } = location
  const now = Date.now()
  const hasSession =
    hasTabSession(supportSessionKey, now) || hasStoredSession(storedSessionKey, now)
  const decision = decideFace({ pathname, hash, hasSession })
  if (decision.hash !== null) history.replaceState(null, '', decision.hash)
  await load(decision.face)
}

boot().catch(apologize)
