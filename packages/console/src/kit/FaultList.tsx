import Box from '@mui/material/Box'
import { useEffect, useReducer } from 'react'
import { CallError, type FieldFault } from '../lib/call-error.ts'
import { faultText, faultWordText, loadFaultTexts } from '../lib/validation-texts.ts'

const faultsOf = (error: unknown): readonly FieldFault[] =>
  error instanceof CallError ? error.faults : []

/** Draws once more when the texts of the faults are there. */
const useTextsOf = (error: unknown): void => {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let isGone = false
    const load = async (words: readonly string[]): Promise<void> => {
      await loadFaultTexts(words)
      if (!isGone) redraw()
    }
    const missing = faultsOf(error).flatMap(({ message }) =>
      faultWordText(message) === null ? [message] : [],
    )
    if (missing.length > 0) void load(missing)
    return () => {
      isGone = true
    }
  }, [error])
}

interface FaultListProps {
  readonly error: unknown
  /** The names of fields as people see them. */
  readonly labels?: Readonly<Record<string, string>>
}

/** What an answer says of single fields, in words; nothing where it names none. */
export const FaultList = ({ error, labels = {} }: FaultListProps) => {
  useTextsOf(error)
  const known = faultsOf(error).filter(({ message }) => faultWordText(message) !== null)
  const lines = new Set(
    known.map(({ path, message }) => faultText(message, labels[path.replace(/^body\./, '')])),
  )
  if (lines.size === 0) return null
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {[...lines].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  )
}
