import { useRef, useState } from 'react'
import { useAction } from '../ui/use-action.ts'

/** A code that is typed, sent once complete, and cleared when it was wrong. */
export const useCode = (send: (code: string) => Promise<void>) => {
  const [code, setCode] = useState('')
  const inputRef = useRef<HTMLInputElement>(null)
  const { run, clear, isBusy, text } = useAction(async (full: string) => {
    if (full === '') {
      inputRef.current?.focus()
      return
    }
    try {
      await send(full)
    } catch (error) {
      setCode('')
      inputRef.current?.focus()
      throw error
    }
  })
  const field = {
    value: code,
    error: text,
    inputRef,
    onValue: (value: string): void => {
      setCode(value)
      clear()
    },
    onFull: (full: string): void => void run(full),
  }
  return { field, isBusy, submit: () => run(code) }
}
