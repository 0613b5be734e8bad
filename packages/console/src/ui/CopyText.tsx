import Check from '@mui/icons-material/Check'
import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useEffect, useState } from 'react'
import { visuallyHidden } from './hidden.ts'
import { useLabels } from './labels.tsx'

interface CopyTextProps {
  readonly text: string
  /** Names what is copied, for readers: `Copy user ID`. */
  readonly label?: string
}

const shownMs = 2000

const line = {
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 0,
  maxWidth: '100%',
  gap: 0.25,
}
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

/** A value people carry elsewhere, with a button that copies it. */
export const CopyText = ({ text, label }: CopyTextProps) => {
  const { copy, copied } = useLabels()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const handleCopy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <Box component="span" sx={line}>
      <Box component="code" title={text} sx={cut}>
        {text}
      </Box>
      <Tooltip title={isCopied ? copied : (label ?? copy)} describeChild={false}>
        <IconButton onClick={handleCopy} sx={{ p: 0.375 }}>
          {isCopied ? <Check sx={{ fontSize: 14 }} /> : <ContentCopy sx={{ fontSize: 14 }} />}
        </IconButton>
      </Tooltip>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isCopied ? copied : ''}
      </Box>
    </Box>
  )
}
