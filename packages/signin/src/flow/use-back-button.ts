import { useLayoutEffect } from 'react'

/** Marks the entry that stands for the steps after the first. */
const mark = { signet: 'step' } as const

/** While active the browser's back button leads to the first step, not out of the page. */
export const useBackButton = (isActive: boolean, onBack: () => void): void => {
  useLayoutEffect(() => {
    if (!isActive) return undefined
    history.pushState(mark, '')
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [isActive, onBack])
}
