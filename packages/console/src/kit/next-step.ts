import { useRef, useState } from 'react'

/**
 * For a question whose answer opens another dialog. A question closes when its deed is done: `close`
 * leaves the next dialog open then, and is the way out before.
 */
export const useNextStep = <T>(onClose: () => void) => {
  const hasNext = useRef(false)
  const [next, setNext] = useState<T | null>(null)
  return {
    next,
    goOn: (value: T): void => {
      hasNext.current = true
      setNext(value)
    },
    close: (): void => {
      if (!hasNext.current) onClose()
    },
  }
}
