import { createContext, type ReactNode, useContext } from 'react'

/** Words that the design system itself shows; the app gives them in the visitor's language. */
interface UiLabels {
  readonly close: string
  readonly copy: string
  readonly copied: string
  readonly loading: string
  readonly moreActions: string
  readonly retry: string
  readonly showPassword: string
  readonly hidePassword: string
  readonly selectRow: string
  readonly selectAllRows: string
}

const LabelsContext = createContext<UiLabels | null>(null)

export const useLabels = (): UiLabels => {
  const labels = useContext(LabelsContext)
  if (labels === null) throw new Error('the design system was given no labels')
  return labels
}

interface UiLabelsProviderProps {
  readonly labels: UiLabels
  readonly children: ReactNode
}

export const UiLabelsProvider = ({ labels, children }: UiLabelsProviderProps) => (
  <LabelsContext value={labels}>{children}</LabelsContext>
)
