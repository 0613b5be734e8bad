import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { WebhookTestResult } from '@signet/contract/operations/webhooks'
import type { z } from 'zod'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useWebhookTest, type Webhook } from './webhooks.queries.ts'

const answerBox = {
  m: 0,
  p: 1.5,
  borderRadius: 1,
  bgcolor: 'surface.sunken',
  fontSize: '0.75rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}

const Result = ({ result }: { readonly result: z.output<typeof WebhookTestResult> }) => {
  const text = useText('resource')
  const { delivered, answerStatus, durationMillis, answer, failure } = result
  return (
    <Stack spacing={2} role="status">
      <Notice severity={delivered ? 'success' : 'error'}>
        {failure === null
          ? text('resource:webhooks.test.delivered')
          : text(`resource:webhooks.failures.${failure}`)}
      </Notice>
      <Facts
        facts={[
          {
            label: text('resource:webhooks.test.status'),
            value: answerStatus === null ? '' : String(answerStatus),
          },
          {
            label: text('resource:webhooks.test.duration'),
            value: text('resource:webhooks.test.millis', { millis: durationMillis }),
          },
        ]}
      />
      {answer !== '' && (
        <Box component="pre" sx={answerBox} aria-label={text('resource:webhooks.test.answer')}>
          {answer}
        </Box>
      )}
    </Stack>
  )
}

interface TestDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

/** Sends a test event and shows what the receiver answers. */
export const TestDialog = ({ webhook: { id, url }, onClose }: TestDialogProps) => {
  const text = useText('resource')
  const test = useWebhookTest()
  return (
    <Dialog
      isOpen
      width="sm"
      title={text('resource:webhooks.test.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('common:actions.close')}</Button>
          <Button kind="primary" isPending={test.isPending} onClick={() => test.mutate(id)}>
            {text(
              test.data === undefined
                ? 'resource:webhooks.test.send'
                : 'resource:webhooks.test.again',
            )}
          </Button>
        </>
      }
    >
      <Stack spacing={2}>
        <span>{text('resource:webhooks.test.text', { host: new URL(url).host })}</span>
        <ErrorNotice error={test.error} />
        {test.data !== undefined && <Result result={test.data} />}
      </Stack>
    </Dialog>
  )
}
