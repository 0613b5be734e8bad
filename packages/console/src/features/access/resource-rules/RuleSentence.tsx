import Box from '@mui/material/Box'
import { useFormContext } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import type { TypedRule } from './rule-form.ts'
import { useRuleSentences } from './rule-sentence.ts'

const look = {
  px: 2,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'action.hover',
  fontSize: '0.875rem',
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
} as const

/** The rule in words, while it is being written; told to readers once they pause. */
export const RuleSentence = () => {
  const text = useText('resource')
  const sentences = useRuleSentences(useFormContext<TypedRule>().watch())
  return (
    <Box component="section" aria-label={text('resource:rules.sentence.label')} sx={look}>
      <Box component="p" aria-live="polite" sx={{ m: 0 }}>
        {sentences.join(' ')}
      </Box>
    </Box>
  )
}
