import { useEffect } from 'react'
import { pageDrawn } from './first-page.ts'

/** Stands beside a page and is drawn with it. */
export const PageDrawn = () => {
  useEffect(() => pageDrawn.set(true), [])
  return null
}
