import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type {
  TokenImport,
  TokenImportResult,
} from '@signet/contract/authenticators/hardware-tokens'
import type { z } from 'zod'
import { useText } from '../../../lib/i18n.ts'
import { useReadings } from '../../../pickers/tokens/readings.ts'
import { TryCode } from '../../../pickers/tokens/TryCode.tsx'
import { useTokenDeeds } from '../../../pickers/tokens/token-deeds.ts'

export type Body = z.input<typeof TokenImport>
export type Result = z.output<typeof TokenImportResult>

/** So many are named; a file of the wrong kind may have thousands. */
const mostNamed = 50

const Refused = ({ refused }: Pick<Result, 'refused'>) => {
  const text = useText('resource')
  if (refused.length === 0) return null
  const more = refused.length - mostNamed
  return (
    <Stack spacing={1}>
      <span>{text('resource:tokens.import.refused', { count: refused.length })}</span>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 220, overflowY: 'auto' }} tabIndex={0}>
        {refused.slice(0, mostNamed).map(({ serialNumber, reason }, at) => (
          // A file may name a token twice.
          <li key={`${at} ${serialNumber}`}>
            {serialNumber}: {text(`resource:tokens.import.reason.${reason}`)}
          </li>
        ))}
        {more > 0 && <li>{text('resource:tokens.import.more', { count: more })}</li>}
      </Box>
    </Stack>
  )
}

const Kinds = ({ kinds }: Pick<Result, 'kinds'>) => {
  const text = useText('resource')
  const { readingOf } = useReadings()
  if (kinds.length === 0) return null
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {kinds.map((kind) => {
        const { count, assumed } = kind
        const reading = readingOf(kind)
        const parts = assumed.map((part) => text(`resource:tokens.assumed.${part}`)).join(', ')
        return (
          <li key={`${reading} ${parts}`}>
            {parts === ''
              ? text('resource:tokens.import.kind', { count, reading })
              : text('resource:tokens.import.kindAssumed', { count, reading, parts })}
          </li>
        )
      })}
    </Box>
  )
}

interface CheckedFileProps {
  readonly body: Body
  readonly result: Result
}

/** What a key file would bring, what is assumed of it, and a way to try one of its tokens. */
export const CheckedFile = ({ body, result }: CheckedFileProps) => {
  const text = useText('resource')
  const { tryFile } = useTokenDeeds()
  const { content, key, password } = body
  return (
    <Stack spacing={2}>
      <span>{text('resource:tokens.import.found', { count: result.imported })}</span>
      <Kinds kinds={result.kinds} />
      <Refused refused={result.refused} />
      {result.imported > 0 && (
        <Box component="section" aria-labelledby="try-code">
          <Typography id="try-code" variant="subtitle2" component="h3">
            {text('resource:tokens.trial.title')}
          </Typography>
          <TryCode onTry={(token) => tryFile({ content, key, password, ...token })} />
        </Box>
      )}
    </Stack>
  )
}
