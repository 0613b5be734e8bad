import Box from '@mui/material/Box'
import { useText } from '../../../lib/i18n.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Section } from '../../../ui/Page.tsx'
import type { CallAnswer } from './send-call.ts'

const content = {
  m: 0,
  my: 2,
  p: 1.5,
  maxHeight: 480,
  overflow: 'auto',
  borderRadius: 1,
  bgcolor: 'surface.sunken',
  fontSize: '0.75rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

/** Status, body and headers of an answer. */
export const ShownAnswer = ({ answer }: { readonly answer: CallAnswer }) => {
  const text = useText('resource')
  const { status, statusText, millis, headers, body } = answer
  return (
    <Section title={text('resource:tryApi.answer')}>
      <Facts
        facts={[
          { label: text('resource:tryApi.status'), value: `${status} ${statusText}`.trim() },
          {
            label: text('resource:tryApi.time'),
            value: text('resource:tryApi.millis', { millis }),
          },
        ]}
      />
      {body !== null && (
        <Box
          component="pre"
          role="region"
          tabIndex={0}
          aria-label={text('resource:tryApi.content')}
          sx={content}
        >
          {body}
        </Box>
      )}
      <Facts facts={headers.map(([label, value]) => ({ label, value }))} />
    </Section>
  )
}
