import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { type Draft, previewQuery } from './email-templates.queries.ts'
import { MailFrame } from './MailFrame.tsx'

const looks = ['light', 'dark', 'phone', 'text'] as const
type Look = (typeof looks)[number]

const restMillis = 500
const phoneWidthPx = 360

/** What was typed, once the typing rests. */
const useRested = (draft: Draft): Draft => {
  const [rested, setRested] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setRested(draft), restMillis)
    return () => clearTimeout(timer)
  }, [draft])
  return rested
}

interface LooksProps {
  readonly look: Look
  readonly onChange: (look: Look) => void
}

const Looks = ({ look, onChange }: LooksProps) => {
  const text = useText('customization')
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={look}
      aria-label={text('customization:emailTemplates.preview.title')}
      onChange={(_, chosen: Look | null) => chosen !== null && onChange(chosen)}
    >
      {looks.map((value) => (
        <ToggleButton key={value} value={value}>
          {text(`customization:emailTemplates.preview.${value}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** The mail as it would arrive, with examples for values. */
export const Preview = ({ draft }: { readonly draft: Draft }) => {
  const text = useText('customization')
  const [look, setLook] = useState<Look>('light')
  const { data, error } = useQuery(previewQuery(useRested(draft)))
  const title = text('customization:emailTemplates.preview.title')
  return (
    <Section title={title} actions={<Looks look={look} onChange={setLook} />}>
      <Stack spacing={1.5}>
        <ErrorNotice error={error} />
        {data !== undefined && (
          <Typography variant="body2">
            <strong>{data.subject}</strong>
          </Typography>
        )}
        {data !== undefined && look === 'text' && (
          <Box component="pre" sx={{ whiteSpace: 'pre-wrap', m: 0, fontSize: '0.8125rem' }}>
            {data.text}
          </Box>
        )}
        {data !== undefined && look !== 'text' && (
          <MailFrame
            html={data.html}
            title={title}
            scheme={look === 'dark' ? 'dark' : 'light'}
            widthPx={look === 'phone' ? phoneWidthPx : null}
          />
        )}
      </Stack>
    </Section>
  )
}
