import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { FieldGroup } from '../../../kit/FieldGroup.tsx'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import type { TypedFlow } from './flow-form.ts'
import { type Kind, useFlowWords } from './flow-words.ts'

interface StepButtonProps {
  readonly label: string
  readonly isDisabled?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

const StepButton = ({ label, isDisabled = false, onPress, children }: StepButtonProps) => (
  <IconButton size="small" aria-label={label} title={label} disabled={isDisabled} onClick={onPress}>
    {children}
  </IconButton>
)

/** The kinds with two of them in each other's place. */
const swapped = (kinds: readonly Kind[], at: number, by: -1 | 1): readonly Kind[] =>
  kinds.map((kind, place) => {
    if (place === at) return kinds[at + by] ?? kind
    return place === at + by ? (kinds[at] ?? kind) : kind
  })

interface MovesProps {
  readonly kinds: readonly Kind[]
  readonly at: number
  readonly name: string
  readonly onChange: (kinds: readonly Kind[]) => void
}

/** Moves one of them, or takes it out. */
const Moves = ({ kinds, at, name, onChange }: MovesProps) => {
  const text = useText('resource')
  return (
    <>
      <StepButton
        label={text('resource:flows.earlier', { name })}
        isDisabled={at === 0}
        onPress={() => onChange(swapped(kinds, at, -1))}
      >
        <ArrowUpward fontSize="small" />
      </StepButton>
      <StepButton
        label={text('resource:flows.later', { name })}
        isDisabled={at === kinds.length - 1}
        onPress={() => onChange(swapped(kinds, at, 1))}
      >
        <ArrowDownward fontSize="small" />
      </StepButton>
      <StepButton
        label={text('resource:flows.takeOut', { name })}
        onPress={() => onChange(kinds.filter((_, place) => place !== at))}
      >
        <Close fontSize="small" />
      </StepButton>
    </>
  )
}

interface ChosenProps {
  readonly kinds: readonly Kind[]
  readonly isReadOnly: boolean
  readonly onChange: (kinds: readonly Kind[]) => void
}

/** The chosen ones in their order; each can be moved and taken out. */
const Chosen = ({ kinds, isReadOnly, onChange }: ChosenProps) => {
  const { nameOfKind } = useFlowWords()
  return (
    <Box component="ol" sx={{ m: 0, pl: 3 }}>
      {kinds.map((kind, at) => {
        const name = nameOfKind(kind)
        return (
          <li key={kind}>
            <Stack direction="row" sx={{ alignItems: 'center', minHeight: 34 }}>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Box>
              {isReadOnly ? null : <Moves {...{ kinds, at, name, onChange }} />}
            </Stack>
          </li>
        )
      })}
    </Box>
  )
}

interface OrderedKindsProps {
  readonly name: 'firstFactors' | 'secondFactors'
  readonly label: string
  readonly hint: string
  readonly kinds: readonly Kind[]
  readonly isReadOnly: boolean
}

/** Alternatives of a step, preferred first. */
export const OrderedKinds = ({ name, label, hint, kinds, isReadOnly }: OrderedKindsProps) => {
  const text = useText('resource')
  const { nameOfKind } = useFlowWords()
  const { field, fieldState } = useController<TypedFlow>({ name })
  const held: readonly unknown[] = Array.isArray(field.value) ? field.value : []
  const ordered = held.flatMap((value) => kinds.find((kind) => kind === value) ?? [])
  const open = kinds.filter((kind) => !ordered.includes(kind))
  const set = (next: readonly Kind[]): void => field.onChange([...next])
  return (
    <FieldGroup label={label} hint={hint} error={faultIn(fieldState, label)}>
      {() => (
        <Stack id={`flow-${name}`} spacing={1}>
          <Chosen kinds={ordered} isReadOnly={isReadOnly} onChange={set} />
          {isReadOnly || open.length === 0 ? null : (
            <SelectInput
              label={text('resource:flows.add', { step: label })}
              placeholder={text('resource:flows.choose')}
              options={open.map((kind) => ({ value: kind, label: nameOfKind(kind) }))}
              value=""
              onChange={(value) => set([...ordered, ...kinds.filter((kind) => kind === value)])}
            />
          )}
        </Stack>
      )}
    </FieldGroup>
  )
}
