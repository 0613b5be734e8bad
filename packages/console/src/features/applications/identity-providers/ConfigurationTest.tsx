import Stack from '@mui/material/Stack'
import { useFormContext } from 'react-hook-form'
import { ErrorNotice } from '../../../kit/ErrorNotice.tsx'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useConfigurationTest } from './identity-providers.queries.ts'
import type { TypedProvider } from './provider-form.ts'

/** Asks the issuer that is typed for its configuration, and says which step failed. */
export const ConfigurationTest = () => {
  const text = useText('resource')
  const { getValues } = useFormContext<TypedProvider>()
  const test = useConfigurationTest()
  const failed = test.data?.steps.find(({ outcome }) => outcome === 'FAILED')
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Button
        isPending={test.isPending}
        onClick={() => test.mutate(getValues('issuer'), { onError: () => undefined })}
      >
        {text('resource:identityProviders.test.action')}
      </Button>
      <ErrorNotice error={test.error} />
      {test.data !== undefined && (
        <Notice severity={failed === undefined ? 'success' : 'error'}>
          {failed === undefined
            ? text('resource:identityProviders.test.passed')
            : text(`resource:identityProviders.test.steps.${failed.step}`)}
        </Notice>
      )}
    </Stack>
  )
}
