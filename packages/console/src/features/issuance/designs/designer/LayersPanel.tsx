import Box from '@mui/material/Box'
import type { Dispatch } from 'react'
import { useText } from '../../../../lib/i18n.ts'
import { Section } from '../../../../ui/Page.tsx'
import { type Action, type DesignerState, shapesOf } from './state.ts'

interface LayersProps {
  readonly state: DesignerState
  readonly dispatch: Dispatch<Action>
}

const row = {
  display: 'block',
  width: '100%',
  textAlign: 'start',
  border: 0,
  px: 1,
  py: 0.75,
  borderRadius: 1,
  font: 'inherit',
  color: 'inherit',
  cursor: 'pointer',
} as const

/** The shapes of a side, the uppermost first: to choose one without a pointer. */
export const LayersPanel = ({ state, dispatch }: LayersProps) => {
  const text = useText('issuancePortal')
  const shapes = shapesOf(state).toReversed()
  return (
    <Section title={text('issuancePortal:designs.layers')}>
      {shapes.length === 0 && text('issuancePortal:designs.noShapes')}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shapes.map(({ id, name, locked }) => (
          <li key={id}>
            <Box
              component="button"
              type="button"
              aria-pressed={state.ids.has(id)}
              onClick={(event) =>
                dispatch({ type: 'choose', id, isAdded: event.shiftKey || event.ctrlKey })
              }
              sx={{ ...row, bgcolor: state.ids.has(id) ? 'action.selected' : 'transparent' }}
            >
              {locked ? text('issuancePortal:designs.lockedName', { name }) : name}
            </Box>
          </li>
        ))}
      </Box>
    </Section>
  )
}
