import Stack from '@mui/material/Stack'
import { databaseSteps } from '@signet/contract/issuance/external-databases'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { type Tested, useConnectionTest } from './databases.queries.ts'

/** A step before the one that failed went well; those after it were not tried. */
const outcomeOf = (at: number, failed: number) =>
  failed < 0 || at < failed ? 'WELL' : at === failed ? 'FAILED' : 'NOT_TRIED'

const severities = { WELL: 'OK', FAILED: 'ERROR', NOT_TRIED: 'UNKNOWN' } as const

const Steps = ({ tested }: { readonly tested: Tested }) => {
  const text = useText('issuancePortal')
  const failed = databaseSteps.findIndex((step) => step === tested.failed)
  return (
    <ItemList empty="">
      {databaseSteps.map((step, at) => {
        const outcome = outcomeOf(at, failed)
        return (
          <Item
            key={step}
            title={text(`issuancePortal:databases.steps.${step}`)}
            detail={outcome === 'FAILED' ? tested.detail : null}
            tag={
              <Tag
                label={text(`issuancePortal:databases.outcomes.${outcome}`)}
                severity={severities[outcome]}
              />
            }
          />
        )
      })}
    </ItemList>
  )
}

const Outcome = ({ tested }: { readonly tested: Tested }) => {
  const text = useText('issuancePortal')
  const { failed, server, tables, latencyMillis } = tested
  return (
    <>
      {failed === null ? (
        <Notice severity="success">
          {text('issuancePortal:databases.answers', {
            server: server ?? '',
            tables: tables ?? 0,
            millis: latencyMillis,
          })}
        </Notice>
      ) : (
        <Notice severity="error">
          {text('issuancePortal:databases.failed', {
            step: text(`issuancePortal:databases.steps.${failed}`),
          })}
        </Notice>
      )}
      <Steps tested={tested} />
    </>
  )
}

/** Tries the saved connection, step by step. */
export const ConnectionTest = ({ databaseId }: { readonly databaseId: string }) => {
  const text = useText('issuancePortal')
  const test = useConnectionTest()
  return (
    <Section
      title={text('issuancePortal:databases.test')}
      description={text('issuancePortal:databases.testText')}
      actions={
        <Button isPending={test.isPending} onClick={() => test.mutate(databaseId)}>
          {text('issuancePortal:databases.testAction')}
        </Button>
      }
    >
      <Stack spacing={2} aria-live="polite">
        <ErrorNotice error={test.error} />
        {test.data !== undefined && <Outcome tested={test.data} />}
      </Stack>
    </Section>
  )
}
