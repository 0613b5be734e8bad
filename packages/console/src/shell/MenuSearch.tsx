import SearchIcon from '@mui/icons-material/Search'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { heldInSearchBox, searchBox } from '@signet/rules/search'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../lib/i18n.ts'

interface MenuSearchProps {
  readonly onSearch: (typed: string) => void
}

/** At most 30 letters, digits, spaces and hyphens; searches 200 ms after the last key. */
export const MenuSearch = ({ onSearch }: MenuSearchProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    const timer = setTimeout(() => search(typed), searchBox.debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const label = text('common:shell.searchMenu')
  return (
    <OutlinedInput
      size="small"
      fullWidth
      value={typed}
      placeholder={label}
      onChange={(event) => setTyped(heldInSearchBox(event.target.value))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped('')
      }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      slotProps={{
        input: {
          id: 'menu-search',
          role: 'searchbox',
          'aria-label': label,
          autoComplete: 'off',
          maxLength: searchBox.maximumLength,
        },
      }}
    />
  )
}
