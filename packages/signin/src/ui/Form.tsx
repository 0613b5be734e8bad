import type { ReactNode } from 'react'

interface FormProps {
  readonly onSubmit: () => Promise<void>
  readonly children: ReactNode
}

/** A form whose faults are told in the page, not by the browser. */
export const Form = ({ onSubmit, children }: FormProps) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
  </form>
)
