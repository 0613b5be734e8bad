import Down from '@mui/icons-material/ArrowDownward'
import Up from '@mui/icons-material/ArrowUpward'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import {
  type WorkflowDefinition,
  type WorkflowField,
  type WorkflowFieldKind,
  type WorkflowStep,
  workflowFieldKinds,
} from '@signet/card/enrolment/definition'
import { useState } from 'react'
import { optionsOf } from '../../../../kit/fields.ts'
import { useText } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Section } from '../../../../ui/Page.tsx'
import { SelectInput } from '../../../../ui/SelectInput.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { addField, addStep, moveField, removeField, removeStep, renameStep } from './draft.ts'

interface StepsProps {
  readonly definition: WorkflowDefinition
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
  readonly put: (definition: WorkflowDefinition) => void
}

const look = {
  flexGrow: 1,
  minWidth: 0,
  textAlign: 'start',
  border: 0,
  px: 1,
  py: 0.75,
  borderRadius: 1,
  font: 'inherit',
  color: 'inherit',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
} as const

interface RowProps extends StepsProps {
  readonly field: WorkflowField
}

/** A field: its name chooses it, the buttons move and remove it. */
const FieldRow = ({ field, definition, chosen, onChoose, put }: RowProps) => {
  const text = useText('issuancePortal')
  const { id, name, kind, mandatory } = field
  const move = (by: -1 | 1) => () => put(moveField(definition, id, by))
  const remove = (): void => {
    put(removeField(definition, id))
    if (chosen === id) onChoose(null)
  }
  const words = text(`issuancePortal:enrollmentDesigns.kinds.${kind}`)
  const label = (key: 'moveUp' | 'moveDown' | 'removeField'): string =>
    text(`issuancePortal:enrollmentDesigns.${key}`, { name })
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <Box
        component="button"
        type="button"
        aria-pressed={chosen === id}
        onClick={() => onChoose(id)}
        sx={{ ...look, bgcolor: chosen === id ? 'action.selected' : 'transparent' }}
      >
        {mandatory ? `${name} * · ${words}` : `${name} · ${words}`}
      </Box>
      <IconButton size="small" aria-label={label('moveUp')} onClick={move(-1)}>
        <Up fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={label('moveDown')} onClick={move(1)}>
        <Down fontSize="small" />
      </IconButton>
      <IconButton size="small" aria-label={label('removeField')} onClick={remove}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  )
}

interface StepProps extends StepsProps {
  readonly step: WorkflowStep
  readonly at: number
}

const Step = (props: StepProps) => {
  const text = useText('issuancePortal')
  const { step, at, definition, put } = props
  return (
    <Box component="li" sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 0.5 }}>
        <Box sx={{ flexGrow: 1 }}>
          <TextInput
            label={text('issuancePortal:enrollmentDesigns.stepTitle', { number: at + 1 })}
            value={step.title}
            maxLength={80}
            onChange={(title) => put(renameStep(definition, at, title))}
          />
        </Box>
        {definition.steps.length > 1 && (
          <IconButton
            aria-label={text('issuancePortal:enrollmentDesigns.removeStep', { name: step.title })}
            onClick={() => put(removeStep(definition, at))}
          >
            <Close fontSize="small" />
          </IconButton>
        )}
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
        {step.fields.map((field) => (
          <FieldRow key={field.id} {...props} field={field} />
        ))}
      </Box>
    </Box>
  )
}

const useKindOptions = () => {
  const text = useText('issuancePortal')
  return optionsOf(workflowFieldKinds, (value) =>
    text(`issuancePortal:enrollmentDesigns.kinds.${value}`),
  )
}

const NewField = ({ definition, onChoose, put }: StepsProps) => {
  const text = useText('issuancePortal')
  const [name, setName] = useState('')
  const [kind, setKind] = useState<WorkflowFieldKind>('TEXT')
  const add = (): void => {
    const made = addField(definition, definition.steps.length - 1, { kind, name: name.trim() })
    put(made.definition)
    onChoose(made.id)
    setName('')
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <TextInput
        label={text('issuancePortal:enrollmentDesigns.newField')}
        value={name}
        maxLength={60}
        onChange={setName}
      />
      <SelectInput
        label={text('issuancePortal:enrollmentDesigns.newKind')}
        value={kind}
        onChange={(value) => setKind(workflowFieldKinds.find((each) => each === value) ?? 'TEXT')}
        options={useKindOptions()}
      />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button isDisabled={name.trim() === ''} onClick={add}>
          {text('issuancePortal:enrollmentDesigns.addField')}
        </Button>
        <Button
          onClick={() =>
            put(addStep(definition, text('issuancePortal:enrollmentDesigns.newStepTitle')))
          }
        >
          {text('issuancePortal:enrollmentDesigns.addStep')}
        </Button>
      </Box>
    </Box>
  )
}

/** The steps of the form in their order, each with its fields. */
export const StepsPanel = (props: StepsProps) => {
  const text = useText('issuancePortal')
  return (
    <Section
      title={text('issuancePortal:enrollmentDesigns.steps')}
      description={text('issuancePortal:enrollmentDesigns.stepsText')}
    >
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {props.definition.steps.map((step, at) => (
          <Step key={step.id} {...props} {...{ step, at }} />
        ))}
      </Box>
      <NewField {...props} />
    </Section>
  )
}
