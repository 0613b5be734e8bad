import { useRef } from 'react'

/** What a field makes of a text: of what is pasted at once, of what is typed when it is left. */
export type Reads = (text: string) => string

interface Reading {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onBlur: () => void
  readonly reads: Reads | undefined
}

/** Events of a field that reads what it is given. Nothing changes under the hands of who types. */
export const useReading = ({ value, onChange, onBlur, reads }: Reading) => {
  const isPasted = useRef(false)
  return {
    onPaste: (): void => {
      isPasted.current = true
    },
    onChange: (text: string): void => {
      const isWhole = isPasted.current
      isPasted.current = false
      onChange(isWhole && reads !== undefined ? reads(text) : text)
    },
    onBlur: (): void => {
      const read = reads?.(value) ?? value
      if (read !== value) onChange(read)
      onBlur()
    },
  }
}
