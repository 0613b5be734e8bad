import { useCallback, useEffect, useState } from 'react'
import { type Lock, readLock } from '../store/accounts.ts'
import { vault } from '../store/vault.ts'

/** Without a hand on it for so long, the app locks itself. */
const idleMillis = 5 * 60_000
/** So long it may be out of sight: to another app and back. */
const hiddenMillis = 60_000
const lookMillis = 1000

/** Calls `onOver` once nobody has touched the app, or seen it, for too long. */
const useAway = (isWatching: boolean, onOver: () => void): void => {
  useEffect(() => {
    if (!isWatching) return
    let touchedAt = Date.now()
    let seenAt = Date.now()
    const touch = (): void => {
      touchedAt = Date.now()
    }
    // A page that is out of sight may be stopped: what was missed is found when it is seen again.
    const look = (): void => {
      const now = Date.now()
      if (now - touchedAt > idleMillis || now - seenAt > hiddenMillis) onOver()
      else if (document.visibilityState === 'visible') seenAt = now
    }
    const timer = setInterval(look, lookMillis)
    addEventListener('pointerdown', touch)
    addEventListener('keydown', touch)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('pointerdown', touch)
      removeEventListener('keydown', touch)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isWatching, onOver])
}

/** The app lock: undefined until it is known whether there is one. */
export const useLock = () => {
  const [lock, setLock] = useState<Lock | null | undefined>(undefined)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback((): void => {
    vault.close()
    setOpen(false)
  }, [])
  useEffect(() => {
    void readLock().then(setLock)
  }, [])
  useAway(isOpen && lock !== null && lock !== undefined, close)
  const change = (next: Lock | null): void => {
    setLock(next)
    setOpen(true)
  }
  return { lock, isOpen: lock === null || isOpen, open: () => setOpen(true), close, change }
}
