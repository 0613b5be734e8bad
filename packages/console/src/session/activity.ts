import { readItem, writeItem } from '../lib/slices.ts'

/** When somebody was last at work in any tab of this browser. */
const key = 'signet.activity'
const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'visibilitychange']
/** Moving the pointer writes at most this often. */
const everyMs = 1000

export const lastActivity = (): number => {
  const stored = readItem(key)
  return typeof stored === 'number' ? stored : 0
}

export const recordActivity = (now: number): void => writeItem(key, now)

/** Records what the visitor does, unless `isPaused` (the idle dialog waits for its own answer). */
export const followActivity = (isPaused: () => boolean): (() => void) => {
  let last = 0
  const record = (): void => {
    const now = Date.now()
    if (document.hidden || isPaused() || now - last < everyMs) return
    last = now
    recordActivity(now)
  }
  for (const event of events) document.addEventListener(event, record, { passive: true })
  return () => {
    for (const event of events) document.removeEventListener(event, record)
  }
}
