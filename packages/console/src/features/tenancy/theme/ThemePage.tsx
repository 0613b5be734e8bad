import Paper from '@mui/material/Paper'
import { themeColours } from '@signet/rules/tenants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { EntityForm } from '../../../kit/EntityForm.tsx'
import { ToolPage } from '../../../kit/frames.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay, useSession } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { InheritedThemeContext } from './inherited-theme.ts'
import { ThemeFieldset } from './ThemeFieldset.tsx'
import { readTheme, ThemeFields, themeQuery, useThemeChanges } from './theme.queries.ts'

/** Cannot be taken back: the logo and the words are gone, so the company's name is to be typed. */
const ResetDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('customization')
  const { companyName } = useSession().theme
  const { reset } = useThemeChanges()
  const run = async (): Promise<void> => {
    await reset()
    showMessage(text('customization:theme.reset.done'))
  }
  return (
    <ConfirmAction
      title={text('customization:theme.reset.title')}
      confirmLabel={text('customization:theme.reset.action')}
      typed={companyName}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('customization:theme.reset.text')}
    </ConfirmAction>
  )
}

const useLabels = (): Readonly<Record<string, string>> => {
  const text = useText('customization')
  const colours = themeColours.map((name) => [
    `colours.${name}`,
    text(`customization:theme.colours.${name}`),
  ])
  return {
    ...Object.fromEntries(colours),
    logo: text('customization:theme.logo.label'),
    colours: text('customization:theme.colours.label'),
    motd: text('customization:theme.motd.label'),
    defaultLocale: text('customization:theme.defaultLocale.label'),
  }
}

const ThemeForm = ({ onReset }: { readonly onReset: () => void }) => {
  const text = useText('customization')
  const labels = useLabels()
  const isReadOnly = !useMay()(['SUBSCRIBERS', 'EDIT'])
  const { save } = useThemeChanges()
  const reset = (
    <Button kind="plain" onClick={onReset}>
      {text('customization:theme.reset.open')}
    </Button>
  )
  return (
    <Paper variant="outlined" sx={{ p: 2.5 }}>
      {isReadOnly && <Notice severity="info">{text('common:form.readOnly')}</Notice>}
      <QueryView query={useQuery(themeQuery)} skeleton={<FormSkeleton />}>
        {(version) => (
          <InheritedThemeContext value={version.inherited}>
            {version.inherited !== null && (
              <Notice severity="info">{text('customization:theme.inherited')}</Notice>
            )}
            <EntityForm
              key={version.etag}
              schema={ThemeFields}
              initial={version}
              save={save}
              reload={() => readTheme()}
              onSaved={() => showMessage(text('common:form.saved'))}
              labels={labels}
              isReadOnly={isReadOnly}
              actions={reset}
            >
              <ThemeFieldset labels={labels} />
            </EntityForm>
          </InheritedThemeContext>
        )}
      </QueryView>
    </Paper>
  )
}

/** How the console and the sign-in pages of this account look. */
const ThemePage = () => {
  const text = useText('customization')
  const [isResetting, setIsResetting] = useState(false)
  return (
    <ToolPage title={text('common:pages.theme')} detail={text('customization:theme.detail')}>
      <ThemeForm onReset={() => setIsResetting(true)} />
      {isResetting && <ResetDialog onClose={() => setIsResetting(false)} />}
    </ToolPage>
  )
}

export default ThemePage
