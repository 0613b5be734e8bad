import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { findInHelp, type HelpFound } from '@signet/rules/help-search'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { QueryView } from '../../kit/QueryView.tsx'
import { useLocale, useText } from '../../lib/i18n.ts'
import { FactsSkeleton } from '../../ui/Skeletons.tsx'
import { helpIndexQuery } from './help.queries.ts'

interface HelpSearchBoxProps {
  readonly typed: string
  readonly onType: (typed: string) => void
}

export const HelpSearchBox = ({ typed, onType }: HelpSearchBoxProps) => {
  const label = useText()('common:help.search')
  return (
    <OutlinedInput
      size="small"
      fullWidth
      value={typed}
      placeholder={label}
      onChange={(event) => onType(event.target.value)}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      slotProps={{
        input: { role: 'searchbox', 'aria-label': label, autoComplete: 'off', maxLength: 100 },
      }}
    />
  )
}

const result = {
  display: 'block',
  width: '100%',
  px: 1,
  py: 0.75,
  border: 0,
  borderRadius: 1,
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '0.8125rem',
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover, &:focus-visible': { bgcolor: 'surface.sunken' },
} as const

interface FoundProps {
  readonly typed: string
  readonly onOpen: (found: HelpFound) => void
}

const Results = ({
  found,
  onOpen,
}: { readonly found: readonly HelpFound[] } & Pick<FoundProps, 'onOpen'>) => {
  const text = useText()
  if (found.length === 0) {
    return (
      <Typography role="status" variant="body2" color="textSecondary">
        {text('common:help.nothingFound')}
      </Typography>
    )
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {found.map((one) => (
        <li key={`${one.page} ${one.anchor}`}>
          <Box component="button" type="button" onClick={() => onOpen(one)} sx={result}>
            <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
              {one.heading === null ? one.title : `${one.title} › ${one.heading}`}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {one.excerpt}
            </Box>
          </Box>
        </li>
      ))}
    </Box>
  )
}

/** Sections of all pages that have the words which were typed. */
export const HelpResults = ({ typed, onOpen }: FoundProps) => {
  const index = useQuery(helpIndexQuery(useLocale()))
  const wanted = useDeferredValue(typed)
  return (
    <QueryView query={index} skeleton={<FactsSkeleton />}>
      {(value) => <Results found={findInHelp(value, wanted)} onOpen={onOpen} />}
    </QueryView>
  )
}
