import { useEffect } from 'react'
import { pageDrawn } from './first-page.ts'

/** Placed beside a page, it renders with it. */
export const PageDrawn = () => {
  useEffect(() => pageDrawn.set(true), [])
  return null
}
