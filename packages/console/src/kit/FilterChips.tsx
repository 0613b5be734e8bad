import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useText } from '../lib/i18n.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import type { ListFilter } from './list-types.ts'

const pill = {
  display: 'inline-flex',
  height: 28,
  borderRadius: 3.5,
  border: 1,
  fontSize: '0.8125rem',
  '& button': { font: 'inherit', color: 'inherit', borderRadius: 3.5, gap: 0.5 },
} as const
const open = { ...pill, borderStyle: 'dashed', borderColor: 'surface.controlLine' }
const filled = { ...pill, borderColor: 'transparent', bgcolor: 'soft.brand', color: 'primary.main' }

interface FilterChipProps {
  readonly filter: ListFilter
  readonly value: string | undefined
  readonly onChoose: (value: string | null) => void
}

const FilterChip = ({ filter, value, onChoose }: FilterChipProps) => {
  const text = useText()
  const chosen = filter.options.find((option) => option.value === value)
  const isSet = value !== undefined
  const label = isSet ? `${filter.label}: ${chosen?.label ?? value}` : filter.label
  const choices = [{ value: null, label: text('common:list.any') }, ...filter.options]
  return (
    <Box sx={isSet ? filled : open}>
      <ActionMenu
        label={filter.label}
        actions={choices.map((option) => ({
          label: option.label,
          isSelected: option.value === (value ?? null),
          onSelect: () => onChoose(option.value),
        }))}
        renderTrigger={(props) => (
          <ButtonBase {...props} sx={{ px: 1.25 }}>
            {!isSet && <Add aria-hidden sx={{ fontSize: 15 }} />}
            {label}
          </ButtonBase>
        )}
      />
      {isSet && (
        <ButtonBase
          aria-label={text('common:list.removeFilter', { name: label })}
          onClick={() => onChoose(null)}
          sx={{ minWidth: 26 }}
        >
          <Close sx={{ fontSize: 15 }} />
        </ButtonBase>
      )}
    </Box>
  )
}

interface FilterChipsProps {
  readonly filters: readonly ListFilter[]
  readonly chosen: Readonly<Record<string, string>>
  readonly onChoose: (key: string, value: string | null) => void
}

/** One chip for each filter: dashed while open, filled when it narrows the list. */
export const FilterChips = ({ filters, chosen, onChoose }: FilterChipsProps) =>
  filters.map((filter) => (
    <FilterChip
      key={filter.key}
      filter={filter}
      value={chosen[filter.key]}
      onChoose={(value) => onChoose(filter.key, value)}
    />
  ))
