import { useEffect, useState } from 'react'

/** Whole seconds until an instant (epoch ms), counted down; 0 from then on, and for null. */
export const useSecondsUntil = (instant: number | null): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (instant === null) return undefined
    const tick = (): void => {
      setNow(Date.now())
      if (Date.now() >= instant) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    const first = setTimeout(tick, 0)
    return () => {
      clearInterval(timer)
      clearTimeout(first)
    }
  }, [instant])
  return instant === null ? 0 : Math.max(0, Math.ceil((instant - now) / 1000))
}
