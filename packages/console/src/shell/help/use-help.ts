import { useState } from 'react'

export const helpPanelId = 'help'
export const helpButtonId = 'help-button'

/** Whether the help stands beside the page; who leaves it comes back to the button that opened it. */
export const useHelp = () => {
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => {
    const isInside = document.getElementById(helpPanelId)?.contains(document.activeElement)
    setIsOpen(false)
    if (isInside === true) document.getElementById(helpButtonId)?.focus()
  }
  return { isOpen, close, toggle: () => (isOpen ? close() : setIsOpen(true)) }
}
