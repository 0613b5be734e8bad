import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTheme } from '../theme/theme-context.tsx'
import { announce } from './announcer.tsx'

interface StepProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children?: ReactNode
}

/**
 * One thing asked of the person. When it appears the page's title says it, screen readers hear it,
 * and the focus goes to the first input, or to the heading where there is none.
 */
export const Step = ({ title, text, children }: StepProps) => {
  const { companyName } = useTheme()
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · ${companyName}`
    announce(title)
  }, [title, companyName])
  useLayoutEffect(() => {
    const first = section.current?.querySelector<HTMLElement>('[data-first]')
    const target = first ?? section.current?.querySelector<HTMLElement>('h1')
    target?.focus({ preventScroll: true })
  }, [])
  return (
    <section className="step" ref={section}>
      <h1 tabIndex={-1}>{title}</h1>
      {text === undefined ? null : <p className="lead">{text}</p>}
      {children}
    </section>
  )
}
