import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { Button } from '../ui/Button.tsx'

interface MetadataImportProps {
  /** Takes the document; it fails where that says nothing that can be used. */
  readonly onText: (metadata: string) => Promise<void>
}

/** Another party's SAML document fills a form; nothing is fetched from its address. */
export const MetadataImport = ({ onText }: MetadataImportProps) => {
  const text = useText('resource')
  const [metadata, setMetadata] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  const read = async (): Promise<void> => {
    try {
      await onText(metadata)
      setHasFailed(false)
    } catch {
      setHasFailed(true)
    }
  }
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        multiline
        minRows={4}
        maxRows={10}
        label={text('resource:saml.metadata.label')}
        value={metadata}
        onChange={(event) => setMetadata(event.target.value)}
        error={hasFailed}
        helperText={hasFailed ? text('resource:saml.metadata.failed') : undefined}
      />
      <Button isDisabled={metadata.trim() === ''} onClick={() => void read()}>
        {text('resource:saml.metadata.read')}
      </Button>
    </Stack>
  )
}
