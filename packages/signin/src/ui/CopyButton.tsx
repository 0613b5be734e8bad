import { useState } from 'react'
import { announce } from './announcer.tsx'
import { Button } from './Button.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly done: string
}

export const CopyButton = ({ text, label, done }: CopyButtonProps) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(done)
  }
  return (
    <Button
      kind="link"
      // Where the clipboard is closed the text stays in sight, to be marked by hand.
      onPress={() => void copy().catch(() => undefined)}
    >
      {isCopied ? done : label}
    </Button>
  )
}
