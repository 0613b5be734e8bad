import Box from '@mui/material/Box'
import MuiButton from '@mui/material/Button'
import { type Shape, shapesOfDesign } from '@signet/card/document'
import { blankShape, shapeKinds } from '@signet/card/shapes/blank'
import type { Dispatch } from 'react'
import { useText } from '../../../../lib/i18n.ts'
import { ActionMenu } from '../../../../ui/ActionMenu.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { commands, type DesignerCommand } from './commands.ts'
import { type Action, type DesignerState, newIdFor } from './state.ts'

interface ToolbarProps {
  readonly state: DesignerState
  readonly dispatch: Dispatch<Action>
}

const atHand = new Set<DesignerCommand['name']>(['undo', 'redo', 'duplicate', 'remove'])

const nameFor = (state: DesignerState, name: string): string => {
  const taken = new Set(shapesOfDesign(state.history.design).map((shape) => shape.name))
  let count = 1
  while (taken.has(count === 1 ? name : `${name} ${count}`)) count += 1
  return count === 1 ? name : `${name} ${count}`
}

const AddMenu = ({ state, dispatch }: ToolbarProps) => {
  const text = useText('issuancePortal')
  const add = (kind: Shape['kind']): void => {
    const name = nameFor(state, text(`issuancePortal:designs.kinds.${kind}`))
    dispatch({ type: 'add', shape: blankShape(kind, newIdFor(state.history.design), name) })
  }
  return (
    <ActionMenu
      label={text('issuancePortal:designs.add')}
      actions={shapeKinds.map((kind) => ({
        label: text(`issuancePortal:designs.kinds.${kind}`),
        onSelect: () => add(kind),
      }))}
      renderTrigger={(props) => (
        <MuiButton {...props} variant="contained">
          {text('issuancePortal:designs.add')}
        </MuiButton>
      )}
    />
  )
}

const row = { display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 } as const

/** Adds shapes, and does what can be done with the chosen ones. */
export const Toolbar = ({ state, dispatch }: ToolbarProps) => {
  const text = useText('issuancePortal')
  const label = ({ name }: DesignerCommand) => text(`issuancePortal:designs.commands.${name}`)
  const run = (command: DesignerCommand) => () => dispatch(command.action(state))
  const near = commands.filter(({ name }) => atHand.has(name))
  const rest = commands.filter(({ name, applies }) => !atHand.has(name) && applies(state))
  return (
    <Box sx={row}>
      <AddMenu {...{ state, dispatch }} />
      {near.map((command) => (
        <Button key={command.name} isDisabled={!command.applies(state)} onClick={run(command)}>
          {label(command)}
        </Button>
      ))}
      <ActionMenu
        label={text('issuancePortal:designs.arrange')}
        actions={rest.map((each) => ({ label: label(each), onSelect: run(each) }))}
      />
    </Box>
  )
}
