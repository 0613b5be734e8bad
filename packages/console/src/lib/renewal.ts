import { reloadPage } from './leave.ts'
import { proofWanted } from './proof-wanted.ts'
import { queryClient } from './query-client.ts'
import { createStore } from './store.ts'
import { hasUnsaved } from './unsaved-forms.ts'

/** A page of another release waits for what is being typed here. */
export const renewalWaits = createStore(false)

/** Before what the server puts into its page: the scripts of the faces, whose names carry hashes. */
const beforeFaces = '<script type="application/json" id="faces">'

const facesIn = (page: string): string => {
  const at = page.indexOf(beforeFaces)
  return at < 0 ? '' : page.slice(at + beforeFaces.length, page.indexOf('</script>', at))
}

const scriptIn = (text: string | null | undefined): string | null => {
  try {
    const faces: unknown = JSON.parse(text ?? '')
    const script: unknown = Reflect.get(Object(Reflect.get(Object(faces), 'console')), 'script')
    return typeof script === 'string' ? script : null
  } catch {
    return null
  }
}

/** The script that this page runs; null where it came otherwise. */
const ownScript = (): string | null => scriptIn(document.querySelector('#faces')?.textContent)

/** The script of the page as the server has it now; null when it does not say. */
const presentScript = async (): Promise<string | null> => {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } })
    return response.ok ? scriptIn(facesIn(await response.text())) : null
  } catch {
    return null
  }
}

const markKey = 'signet.reloaded'

/** For what this tab was loaded anew already; null where the browser keeps nothing. */
const reloadedFor = (): readonly string[] | null => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(markKey) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return null
  }
}

const mark = (before: readonly string[], more: readonly string[]): boolean => {
  try {
    sessionStorage.setItem(markKey, JSON.stringify([...new Set([...before, ...more])]))
    return true
  } catch {
    return false
  }
}

/** Something would be lost, or cut off: what is typed, a dialog, a proof, a change on its way. */
const isInUse = (): boolean =>
  hasUnsaved() ||
  proofWanted.get() !== null ||
  queryClient.isMutating() > 0 ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/**
 * Loads the page anew for each of these reasons once in this tab: two releases behind one proxy
 * answer in turn. Whether it does.
 */
const reloadOnce = (reason: string, also: readonly string[] = []): boolean => {
  const before = reloadedFor()
  if (before === null || before.includes(reason)) return false
  if (isInUse()) {
    renewalWaits.set(true)
    return false
  }
  if (!mark(before, [reason, ...also])) return false
  reloadPage()
  return true
}

/** Loads the page anew, once, where the server has another release of it. Whether it does. */
export const renewIfOutdated = async (): Promise<boolean> => {
  const own = ownScript()
  const present = await presentScript()
  if (own === null || present === null || own === present) return false
  return reloadOnce(present, [own])
}

/** The same for a part of the page that does not come: browsers remember a failed script. */
export const renewForPart = async (): Promise<boolean> =>
  (await renewIfOutdated()) || reloadOnce(`parts of ${ownScript() ?? 'the page'}`)
