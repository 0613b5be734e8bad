import Clear from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../lib/i18n.ts'

const debounceMs = 250
/** Where `/` goes. */
export const searchBoxId = 'list-search'

/** What is typed, given on a moment after the last key; follows a change from outside. */
const useTyped = (value: string, onSearch: (typed: string) => void) => {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    if (typed.trim() !== value) setTyped(value)
  }
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === value) return
    const timer = setTimeout(() => search(wanted), debounceMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return [typed, setTyped] as const
}

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (typed: string) => void
}

/** Searches the list. `/` jumps here. */
export const SearchBox = ({ label, value, onSearch }: SearchBoxProps) => {
  const text = useText()
  const [typed, setTyped] = useTyped(value, onSearch)
  const glass = (
    <InputAdornment position="start">
      <SearchIcon fontSize="small" />
    </InputAdornment>
  )
  const clear = typed !== '' && (
    <IconButton
      edge="end"
      aria-label={text('common:list.clearSearch')}
      onClick={() => setTyped('')}
    >
      <Clear fontSize="small" />
    </IconButton>
  )
  return (
    <OutlinedInput
      id={searchBoxId}
      size="small"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={label}
      startAdornment={glass}
      endAdornment={clear}
      sx={{ flex: { xs: '1 0 100%', sm: '1 1 200px' }, maxWidth: { sm: 300 } }}
      slotProps={{
        input: { role: 'searchbox', 'aria-label': label, autoComplete: 'off', maxLength: 256 },
      }}
    />
  )
}
