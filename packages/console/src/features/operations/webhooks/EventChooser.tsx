import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { groupOf, isChosen } from '@signet/rules/webhooks'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { useAuditWords } from '../../../pickers/audit-words.ts'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { usePatternWords } from './event-words.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const patternsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isText) : []

/** Actions in groups; a group of one is its action. */
const grouped = (all: readonly string[]) => {
  const byGroup = [...Map.groupBy(all, groupOf)]
  return {
    groups: byGroup.filter(([, actions]) => actions.length > 1),
    alone: byGroup.flatMap(([, actions]) => (actions.length > 1 ? [] : actions)),
  }
}

/** With a pattern chosen or not; what a wider choice holds already is left out. */
const changed = (before: readonly string[], pattern: string, isOn: boolean): string[] => {
  if (!isOn) return before.filter((each) => each !== pattern)
  const narrower = (each: string): boolean => isChosen([pattern], each.replace(/\*$/, ''))
  return [...before.filter((each) => !narrower(each)), pattern]
}

interface ChoiceProps {
  readonly pattern: string
  readonly label: string
  readonly chosen: readonly string[]
  /** Chosen by something wider. */
  readonly isHeld: boolean
  readonly onChange: (patterns: string[]) => void
}

const Choice = ({ pattern, label, chosen, isHeld, onChange }: ChoiceProps) => (
  <ToggleInput
    label={label}
    value={isHeld || chosen.includes(pattern)}
    isDisabled={isHeld}
    onChange={(isOn) => onChange(changed(chosen, pattern, isOn))}
  />
)

interface GroupProps extends Pick<ChoiceProps, 'chosen' | 'onChange'> {
  readonly group: string
  readonly actions: readonly string[]
}

/** The boxes of a group. */
const Choices = ({ group, actions, chosen, onChange }: GroupProps) => {
  const text = useText('resource')
  const words = useAuditWords()
  const isAll = chosen.includes('*')
  const isWhole = isAll || chosen.includes(group)
  const shared = { chosen, onChange }
  return (
    <Box sx={{ pl: 2.5, pb: 1 }}>
      <Choice
        pattern={group}
        label={text('resource:webhooks.chooser.wholeGroup')}
        isHeld={isAll}
        {...shared}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
        {actions.map((action) => (
          <Choice
            key={action}
            pattern={action}
            label={words.action(action)}
            isHeld={isWhole}
            {...shared}
          />
        ))}
      </Box>
    </Box>
  )
}

/** Folded, and drawn when it is opened: there is a box for each of some hundred events. */
const Group = (props: GroupProps) => {
  const { group, actions, chosen } = props
  const text = useText('resource')
  const name = usePatternWords()(group)
  const [isOpen, setIsOpen] = useState(() => actions.some((each) => chosen.includes(each)))
  return (
    <Box
      component="details"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      sx={{ py: 0.25 }}
    >
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.5, fontSize: '0.875rem' }}>
        {text('resource:webhooks.chooser.group', {
          group: name,
          chosen: actions.filter((each) => isChosen(chosen, each)).length,
          count: actions.length,
        })}
      </Box>
      {isOpen && <Choices {...props} />}
    </Box>
  )
}

const legend = { p: 0, mb: 0.5, fontSize: '0.8125rem', fontWeight: 600 }

/** Which events a webhook is told of: all, whole groups, or one by one. */
export const EventChooser = ({ label }: { readonly label: string }) => {
  const text = useText('resource')
  const words = useAuditWords()
  const { field, fieldState } = useController<Record<'events', unknown>>({ name: 'events' })
  const chosen = patternsOf(field.value)
  const set: (patterns: string[]) => void = field.onChange
  const fault = faultIn(fieldState, label)
  const { groups, alone } = grouped(words.actions)
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={legend}>
        {label}
      </Box>
      <Choice
        pattern="*"
        label={text('resource:webhooks.chooser.all')}
        chosen={chosen}
        isHeld={false}
        onChange={set}
      />
      {groups.map(([group, actions]) => (
        <Group key={group} {...{ group, actions, chosen }} onChange={set} />
      ))}
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
        {alone.map((action) => (
          <Choice
            key={action}
            pattern={action}
            label={words.action(action)}
            isHeld={chosen.includes('*')}
            chosen={chosen}
            onChange={set}
          />
        ))}
      </Box>
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
    </Box>
  )
}
